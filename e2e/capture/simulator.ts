import { randomUUID } from 'node:crypto'
import type {
  BridgeSensorName,
  BridgeSensorStatus,
  SimulatorGeneratorFault,
  GeneratorOrder,
  SimulatorSensorFault,
  SimulatorOrder,
} from '@talus/contract'
import { SimulatorState } from '@talus/contract'
import { createBridgeClient } from '../../apps/bridge/src/testing/bridge-client.ts'
import { startBridgeProcess } from '../../apps/bridge/src/testing/bridge-process.ts'

type BridgeRun = Awaited<ReturnType<typeof startBridgeProcess>>
type Settings = Readonly<Record<string, string>>

/**
 * Fast, but slow enough that a user could see the states: the panel is ready 0.14 s after the
 * request, and its image arrives 0.3 s after the radiation. A phantom would take 1.4 s of processor
 * time per image, and the full resolution of a panel would take four times as long to reach the
 * screen.
 */
const defaults: Settings = {
  BRIDGE_SLOWNESS: '0.1',
  BRIDGE_PICTURES: 'test-object',
  BRIDGE_BINNING: '2',
}

/**
 * Runs the bridge beside the server of the worker, and controls the simulated sensors and
 * generator.
 */
export class Simulator {
  readonly #data: string
  readonly #port: number
  #run: BridgeRun | undefined

  constructor(data: string, port: number) {
    this.#data = data
    this.#port = port
  }

  /**
   * Starts the bridge; `settings` override the defaults, such as BRIDGE_PICTURES=phantom or
   * BRIDGE_SLOWNESS=1.
   */
  async start(settings: Settings = {}) {
    if (this.#run) return
    const port = { BRIDGE_PORT: String(this.#port) }
    this.#run = await startBridgeProcess(this.#data, { ...defaults, ...port, ...settings })
    await this.waitForState('Ready', 'general')
    await this.waitForState('Ready', 'dental')
  }

  /** Ends the bridge as a power failure does. The memory of the panel and the spool survive. */
  async kill(signal: NodeJS.Signals = 'SIGKILL') {
    const run = this.#run
    this.#run = undefined
    await run?.end(signal)
  }

  /** Makes the bridge hang with all its connections open, or lets it go on. */
  hang(isHanging = true) {
    this.#run?.signal(isHanging ? 'SIGSTOP' : 'SIGCONT')
  }

  async restart(settings: Settings = {}) {
    await this.kill()
    await this.start(settings)
  }

  /** The log of the bridge since its start. */
  log(): string {
    return this.#run?.log() ?? ''
  }

  /** The pairing code that the bridge has printed last; empty if it serves this computer only. */
  readPairingCode(): string {
    return [...(this.#run?.output() ?? '').matchAll(/minutes: ([\w-]+)/gu)].at(-1)?.[1] ?? ''
  }

  get #client() {
    if (!this.#run) throw new Error('the bridge was killed')
    return createBridgeClient(this.#run.port, this.#run.token)
  }

  async #order(order: SimulatorOrder): Promise<string> {
    const { status, body } = await this.#client.order(order)
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return (body as { readonly outcome: string }).outcome
  }

  /** Presses the exposure switch, in any state of the sensor, and returns the outcome. */
  press(sensor: BridgeSensorName = 'general'): Promise<string> {
    return this.#order({ order: 'expose', sensor })
  }

  /**
   * Waits until the sensor is armed, then exposes. The general sensor needs the generator switched
   * on.
   */
  async expose(sensor: BridgeSensorName = 'general') {
    await this.waitForState('WaitingForRadiation', sensor)
    const outcome = await this.press(sensor)
    if (outcome !== 'exposed' && outcome !== 'pressed')
      throw new Error(`there was no exposure: ${outcome}`)
  }

  /**
   * Makes an exposure for a study that this server does not have, as after a restore of older data.
   */
  async exposeForUnknownStudy(sensor: BridgeSensorName = 'general') {
    await this.waitForState('Ready', sensor)
    const before = (await this.#client.listFrames()).length
    // The server keeps the lease of the test before for some seconds, and then switches the generator
    // off.
    const leaseWithPower = async () => {
      await this.setGeneratorPower().catch(() => undefined)
      return this.#client.lease(sensor, 'An earlier server').catch(() => undefined)
    }
    const { leaseId } = await this.#client.until('a lease', leaseWithPower, 1500)
    const annotation = { bodyPart: 'Chest', bodyPartView: 'RLAT', animalSize: null, speciesId: 1 }
    await this.#client.json(`/sensor/${sensor}/arm`, {
      body: {
        leaseId,
        captureId: randomUUID(),
        context: { studyId: 1, studyInstanceUID: '2.25.1', annotation },
      },
    })
    await this.expose(sensor)
    await this.#client.until('its frame', async () => {
      const { length } = await this.#client.listFrames()
      return length > before
    })
    await this.#client.json(`/sensor/${sensor}/lease/${leaseId}`, { method: 'DELETE' })
    await this.waitForState('Ready', sensor)
  }

  /** Exposes automatically this many seconds after the sensor was armed; null switches this off. */
  async autoExpose(seconds: number | null, sensor: BridgeSensorName = 'general') {
    await this.#order({ order: 'auto-expose', sensor, seconds })
  }

  async setFault(fault: SimulatorSensorFault, isOn = true, sensor: BridgeSensorName = 'general') {
    await this.#order({ order: 'sensor-fault', sensor, fault, isOn })
  }

  async setGeneratorFault(fault: SimulatorGeneratorFault, isOn = true) {
    await this.#order({ order: 'generator-fault', fault, isOn })
  }

  async setGeneratorPower(isOn = true) {
    await this.setGenerator('pw', isOn ? 1 : 0)
  }

  /** Sets a value as an operator does at the console of the generator. */
  async setGenerator(order: GeneratorOrder, value: number) {
    await this.#client.send(`/generator/${order}?value=${value}`)
  }

  /** The state that the control panel of the bridge shows. */
  async readState(): Promise<SimulatorState> {
    return SimulatorState.parse((await this.#client.json('/simulator')).body)
  }

  waitForState(state: BridgeSensorStatus['state'], sensor: BridgeSensorName = 'general') {
    return this.#client.untilState(sensor, state)
  }

  /** Waits until the server has fetched and acknowledged every frame. */
  waitForEmptySpool() {
    return this.#client.until(
      'no frame',
      async () => (await this.#client.listFrames()).length === 0,
    )
  }

  /** Restores the initial state: running, no faults, no automatic exposure, generator off. */
  async reset() {
    await this.start()
    const { sensors, generator } = await this.readState()
    for (const { name, faults, autoExposeSeconds } of sensors) {
      if (autoExposeSeconds !== null) await this.autoExpose(null, name)
      for (const fault of faults) await this.setFault(fault, false, name)
    }
    for (const fault of generator?.faults ?? []) await this.setGeneratorFault(fault, false)
    await this.setGeneratorPower(false)
  }
}
