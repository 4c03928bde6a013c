import { bridgeRefusals } from '@talus/contract'
import type { BridgeRefusalCode } from '@talus/contract'

export class BridgeRefusal extends Error {
  override readonly name = 'BridgeRefusal'
  readonly code: BridgeRefusalCode
  readonly status: number
  /** The value in the message, such as the holder of the sensor or its state. */
  readonly detail: string
  constructor(code: BridgeRefusalCode, detail = '') {
    super(detail === '' ? code : `${code}: ${detail}`)
    this.code = code
    this.status = bridgeRefusals[code]
    this.detail = detail
  }
}

export function refuse(code: BridgeRefusalCode, detail = ''): never {
  throw new BridgeRefusal(code, detail)
}
