import type {
  BridgeFault,
  CapturePreview,
  CapturedImage,
  SensorStatusOfUser,
} from '@talus/contract'
import type { ServerEvent } from './stream-parser.ts'

/** The events of `sensor/:id/events`. */
export type SensorEvent =
  | { readonly name: 'state'; readonly data: SensorStatusOfUser }
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

/** Undefined for unknown events, which a later server may send. The data is not validated. */
export function parseSensorEvent({ name, data }: ServerEvent): SensorEvent | undefined {
  if (!names.includes(name)) return undefined
  const event: unknown = { name, data: JSON.parse(data) as unknown }
  return event as SensorEvent
}
