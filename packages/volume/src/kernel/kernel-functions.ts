/**
 * The exports of packages/volume/kernel, where they are described. Addresses are bytes in the memory
 * of the kernel; the callers check sizes, because a wrong address reads the memory of the module.
 */
export interface KernelFunctions {
  /** Returns the number of bytes written. */
  encode: (source: number, columns: number, rows: number, work: number, target: number) => number
  /** Returns the number of bytes used, or −1 if the bytes are no slice of this size. */
  decode: (source: number, length: number, columns: number, rows: number, target: number) => number
  /** Returns 1 if a cell is empty. */
  placeCells: (
    source: number,
    count: number,
    offset: number,
    lowestPadding: number,
    highestPadding: number,
    target: number,
  ) => number
  halveCells: (source: number, columns: number, rows: number, target: number) => void
  cutPlane: (
    columns: number,
    rows: number,
    table: number,
    entries: number,
    hasEmpty: number,
    cut: number,
    width: number,
    height: number,
    layers: number,
    mode: number,
    isTransposed: number,
    work: number,
    target: number,
  ) => void
  shrinkLayer: (
    near: number,
    nearScale: number,
    nearShift: number,
    far: number,
    farScale: number,
    farShift: number,
    weight: number,
    columns: number,
    rows: number,
    factor: number,
    lowest: number,
    perCell: number,
    target: number,
  ) => void
  findBlockMaxima: (
    cells: number,
    columns: number,
    rows: number,
    layers: number,
    target: number,
  ) => void
  castRays: (
    cells: number,
    columns: number,
    rows: number,
    blocks: number,
    tables: number,
    lowestVisible: number,
    view: number,
    width: number,
    firstRow: number,
    endRow: number,
    target: number,
  ) => void
}
