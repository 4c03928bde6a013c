import { bridgeRefusals } from '@talus/contract'
import type { BridgeConfigFault, BridgeRefusalCode } from '@talus/contract'

export class BridgeRefusal extends Error {
  override readonly name = 'BridgeRefusal'
  readonly code: BridgeRefusalCode
  readonly status: number
  /** The value in the message, such as the holder of the sensor or its state. */
  readonly detail: string
  /** The field of the settings that is refused. */
  readonly config: BridgeConfigFault | undefined
  constructor(code: BridgeRefusalCode, detail = '', config?: BridgeConfigFault) {
    super(detail === '' ? code : `${code}: ${detail}`)
    this.code = code
    this.status = bridgeRefusals[code]
    this.detail = detail
    this.config = config
  }
}

export function refuse(code: BridgeRefusalCode, detail = ''): never {
  throw new BridgeRefusal(code, detail)
}
