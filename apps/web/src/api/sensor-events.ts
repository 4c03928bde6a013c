import type {
  BridgeFault,
  BridgeSensorStatus,
  CapturePreview,
  CapturedImage,
} from '@talus/contract'
import type { ServerEvent } from './stream-text.ts'

/** What `sensor/:id/events` tells. */
export type SensorEvent =
  | { readonly name: 'state'; readonly data: BridgeSensorStatus }
  | { readonly name: 'preview'; readonly data: CapturePreview }
  | { readonly name: 'image'; readonly data: CapturedImage }
  | {
      readonly name: 'fault'
      readonly data: { readonly fault: BridgeFault; readonly captureId: string | null }
    }

const names: readonly string[] = [
  'state',
  'preview',
  'image',
  'fault',
] satisfies readonly SensorEvent['name'][]

/** Undefined for what a later server may tell. It is believed, as its answers to calls are. */
export function sensorEventOf({ name, data }: ServerEvent): SensorEvent | undefined {
  if (!names.includes(name)) return undefined
  const event: unknown = { name, data: JSON.parse(data) as unknown }
  return event as SensorEvent
}
