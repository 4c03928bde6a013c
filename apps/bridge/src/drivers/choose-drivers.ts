import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { bridgeSensors } from '@talus/contract'
import type { BridgeSensorName } from '@talus/contract'
import {
  noGenerator,
  createSerialGenerator,
  createSimulatedGenerator,
  createSimulator,
  defaultDialect,
} from '@talus/devices'
import type { ExposureTechnique } from '@talus/contract'
import type { GeneratorDriver, FrameSimulator, SensorDriver, Timing } from '@talus/devices'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { createFolderDriver } from './folder/folder-driver.ts'
import { createSerialPort } from './serial-port.ts'
import { openSimulatorMemory } from './simulator-memory.ts'

interface DriverOptions {
  readonly config: Config
  readonly timing: Timing
  readonly log: Log
  readonly makeFrame: FrameSimulator
  /** The generator's technique at the moment of an exposure. */
  readonly technique: () => ExposureTechnique | null
}

/** Creates the drivers that the settings name. New drivers are added here; see docs/drivers.md. */
export function chooseDrivers({ config, timing, log, makeFrame, technique }: DriverOptions) {
  const simulated = bridgeSensors.filter((name) => config.drivers[name].driver === 'simulator')
  const generatorSimulator =
    config.drivers.generator.driver === 'simulator'
      ? createSimulatedGenerator(timing, config.slowness)
      : undefined
  const memoryFolder = join(config.folder, 'simulator')
  mkdirSync(memoryFolder, { recursive: true, mode: 0o700 })
  const simulator =
    simulated.length > 0 || generatorSimulator
      ? createSimulator(simulated, {
          timing,
          simulateFrame: makeFrame,
          openMemory: (name) => openSimulatorMemory(join(memoryFolder, `${name}.json`)),
          createId: randomUUID,
          random: Math.random,
          technique,
          slowness: config.slowness,
          generator: generatorSimulator,
          autoExposeSeconds: config.autoExposeSeconds,
        })
      : undefined

  function createSensor(name: BridgeSensorName): SensorDriver | undefined {
    const chosen = config.drivers[name]
    if (chosen.driver === 'simulator') return simulator?.sensors.get(name)
    if (chosen.driver === 'none') return undefined
    const { folder } = chosen
    const quarantine = join(config.folder, 'quarantine')
    return createFolderDriver({ name, folder, quarantine, timing, log })
  }

  function createGenerator(): GeneratorDriver {
    if (generatorSimulator) return generatorSimulator
    const { generator } = config.drivers
    if (generator.driver !== 'serial') return noGenerator
    const dialect = { ...defaultDialect, style: generator.style }
    const port = createSerialPort(generator, log)
    const model = generator.model === '' ? null : generator.model
    return { ...createSerialGenerator(port, timing, dialect), model }
  }

  return {
    simulator,
    generator: createGenerator(),
    sensors: bridgeSensors.flatMap((name) => {
      const driver = createSensor(name)
      return driver ? [{ name, driver }] : []
    }),
  }
}
