import { useMediaQuery } from '@mantine/hooks'
import type { ScreenShape } from '../scene/layouts.ts'

const upright = '(max-width: 47.99em) and (orientation: portrait)'
const low = '(max-height: 31em) and (orientation: landscape)'
const options = { getInitialValueInEffect: false }

export function useScreenShape(): ScreenShape {
  const isUpright = useMediaQuery(upright, false, options)
  const isLow = useMediaQuery(low, false, options)
  return isUpright ? 'upright' : isLow ? 'low' : undefined
}
