/**
 * The exports of packages/volume/kernel. Addresses are bytes in the memory of the kernel; the
 * callers check sizes, because a wrong address reads the memory of the module.
 */
export interface KernelFunctions {
  /** Returns the number of bytes written. */
  encode: (source: number, columns: number, rows: number, work: number, target: number) => number
  /** Returns the number of bytes used, or −1 if the bytes are no slice of this size. */
  decode: (source: number, length: number, columns: number, rows: number, target: number) => number
}
