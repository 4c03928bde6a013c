import { refuse } from '@talus/contract'
import { defaultScales, isInScale } from '@talus/devices'
import type { GeneratorValues } from '@talus/devices'
import type { Bridges, DeviceClient } from '../connection/bridges.ts'

const settings = ['fo', 'kv', 'ma', 'ms'] as const

/**
 * Refuses a technique that the generator could not be set to. Without a bridge the default scales
 * count, as on a page without a generator.
 */
export async function requireTechniqueInScale(
  bridges: Bridges,
  client: DeviceClient,
  technique: Pick<GeneratorValues, (typeof settings)[number]>,
): Promise<void> {
  const scales = await bridges
    .findGenerator(client)
    .then(({ generator }) => generator.scales())
    .catch(() => defaultScales)
  for (const order of settings)
    if (!isInScale(scales, order, technique[order])) refuse('device/not-in-scale')
}
