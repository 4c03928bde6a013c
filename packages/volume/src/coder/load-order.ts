/** So many slices on each side of the first one come before all others. */
const nearby = 10

/**
 * The order in which the slices of a stack are sent: the first one with its neighbours, then every
 * eighth, fourth and second one and the rest, each from the first one outwards, so that coarse
 * planes can be cut early.
 */
export function loadOrder(count: number, first: number): number[] {
  const start = Math.max(0, Math.min(count - 1, Math.trunc(first)))
  const outwards = Array.from({ length: count }, (_, index) => index).toSorted(
    (one, other) => Math.abs(one - start) - Math.abs(other - start) || other - one,
  )
  const order = new Set(outwards.filter((index) => Math.abs(index - start) <= nearby))
  for (const step of [8, 4, 2, 1])
    for (const index of outwards) {
      const isEnd = index === 0 || index === count - 1
      if (index % step === 0 || isEnd) order.add(index)
    }
  return [...order]
}
