// The program's entry: everything it can do is a command, the window too.
#include "commands/commands.h"

int main(int argc, char** argv) { return upsweep::commands::run(argc, argv); }
