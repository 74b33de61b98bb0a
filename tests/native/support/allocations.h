// Counts what a program takes from the heap. Linking this in replaces operator new for the whole test program.
#pragma once

namespace allocations {

long count();  // since the program began
long bytes();  // likewise; what was given back is not subtracted

}  // namespace allocations
