// Unpacks gzip, for browsers without DecompressionStream: RFC 1951, a bit at a time.
function inflateGzip(from) {
  let at = 10, bits = 0, held = 0, to = new Uint8Array(1 << 20), size = 0;
  if (from[3] & 4) at += 2 + from[at] + 256 * from[at + 1];
  for (const flag of [8, 16])
    if (from[3] & flag) while (from[at++]);
  if (from[3] & 2) at += 2;
  const take = count => {
    while (held < count) bits |= from[at++] << held, held += 8;
    const value = bits & ((1 << count) - 1);
    bits >>>= count, held -= count;
    return value;
  };
  const room = more => {
    if (size + more <= to.length) return;
    const larger = new Uint8Array(2 * to.length + more);
    larger.set(to.subarray(0, size));
    to = larger;
  };
  // The codes of each length in order, and how many there are of each.
  const tree = lengths => {
    const counts = new Uint16Array(16), places = new Uint16Array(16), codes = new Uint16Array(lengths.length);
    for (const length of lengths) counts[length]++;
    counts[0] = 0;
    for (let i = 1; i < 16; i++) places[i] = places[i - 1] + counts[i - 1];
    lengths.forEach((length, code) => { if (length) codes[places[length]++] = code; });
    return {counts, codes};
  };
  const read = ({counts, codes}) => {
    let code = 0, first = 0, place = 0;
    for (let length = 1; length < 16; length++) {
      code |= take(1);
      if (code - counts[length] < first) return codes[place + code - first];
      place += counts[length];
      first = (first + counts[length]) << 1;
      code <<= 1;
    }
    throw Error('The page is damaged; fetch it again.');
  };
  const fixed = tree([...Array(288)].map((_, i) => i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8));
  const fixedFar = tree(Array(30).fill(5));
  const order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
  for (let last = 0; !last;) {
    last = take(1);
    const kind = take(2);
    if (kind === 0) {
      bits = held = 0;
      const length = from[at] + 256 * from[at + 1];
      at += 4;
      room(length);
      to.set(from.subarray(at, at + length), size);
      at += length, size += length;
      continue;
    }
    let codes = fixed, far = fixedFar;
    if (kind === 2) {
      const literals = take(5) + 257, distances = take(5) + 1, given = take(4) + 4, small = Array(19).fill(0);
      for (let i = 0; i < given; i++) small[order[i]] = take(3);
      const lengths = [], of = tree(small);
      while (lengths.length < literals + distances) {
        const code = read(of);
        if (code < 16) lengths.push(code);
        else if (code === 16) lengths.push(...Array(3 + take(2)).fill(lengths[lengths.length - 1]));
        else lengths.push(...Array(code === 17 ? 3 + take(3) : 11 + take(7)).fill(0));
      }
      codes = tree(lengths.slice(0, literals)), far = tree(lengths.slice(literals));
    }
    for (;;) {
      const code = read(codes);
      if (code === 256) break;
      room(258);
      if (code < 256) { to[size++] = code; continue; }
      const step = code - 257, extra = step < 8 || step === 28 ? 0 : (step >> 2) - 1;
      const length = step === 28 ? 258 : step < 8 ? step + 3 : ((4 + (step & 3)) << extra) + 3 + take(extra);
      const span = read(far), wide = span < 2 ? 0 : (span >> 1) - 1;
      const back = span < 2 ? span + 1 : ((2 + (span & 1)) << wide) + 1 + take(wide);
      for (let i = 0; i < length; i++, size++) to[size] = to[size - back];
    }
  }
  return to.subarray(0, size);
}
