/** Arithmetic of the field GF(2^8) with the polynomial of QR codes. */
function multiply(one: number, other: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d)
    product ^= ((other >>> bit) & 1) * one
  }
  return product
}

/** The generator polynomial for a number of check bytes, without its leading 1. */
export function createDivisor(degree: number): readonly number[] {
  const result = Array.from<unknown, number>({ length: degree }, (_, index) =>
    index === degree - 1 ? 1 : 0,
  )
  let root = 1
  for (let step = 0; step < degree; step += 1) {
    for (let index = 0; index < degree; index += 1)
      result[index] = multiply(result[index] ?? 0, root) ^ (result[index + 1] ?? 0)
    root = multiply(root, 2)
  }
  return result
}

export function computeRemainder(
  data: readonly number[],
  divisor: readonly number[],
): readonly number[] {
  const result = divisor.map(() => 0)
  for (const byte of data) {
    const factor = byte ^ (result.shift() ?? 0)
    result.push(0)
    for (const [index, value] of divisor.entries())
      result[index] = (result[index] ?? 0) ^ multiply(value, factor)
  }
  return result
}
