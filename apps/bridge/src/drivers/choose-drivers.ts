import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { bridgeSensors } from '@talus/contract'
import type { BridgeSensorName } from '@talus/contract'
import {
  noGenerator,
  serialGenerator,
  simulatedGenerator,
  simulatedRoom,
  usualDialect,
} from '@talus/devices'
import type { ExposureTechnique } from '@talus/contract'
import type { GeneratorDriver, MakeFrame, SensorDriver, Timing } from '@talus/devices'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { folderDriver } from './folder/folder-driver.ts'
import { serialLine } from './serial-line.ts'
import { simulatorMemory } from './simulator-memory.ts'

interface Needs {
  readonly config: Config
  readonly timing: Timing
  readonly log: Log
  readonly makeFrame: MakeFrame
  /** What the generator says at the moment of an exposure. */
  readonly technique: () => ExposureTechnique | null
}

/** The drivers that the settings name. A new one is added here; docs/drivers.md says how. */
export function chooseDrivers({ config, timing, log, makeFrame, technique }: Needs) {
  const simulated = bridgeSensors.filter((name) => config.sensors[name] === 'simulator')
  const generatorOfRoom =
    config.generator === 'simulator' ? simulatedGenerator(timing, config.slowness) : undefined
  const memoryFolder = join(config.folder, 'simulator')
  mkdirSync(memoryFolder, { recursive: true, mode: 0o700 })
  const room =
    simulated.length > 0 || generatorOfRoom
      ? simulatedRoom(simulated, {
          timing,
          makeFrame,
          memoryOf: (name) => simulatorMemory(join(memoryFolder, `${name}.json`)),
          newId: randomUUID,
          random: Math.random,
          technique,
          slowness: config.slowness,
          generator: generatorOfRoom,
          autoExposeSeconds: config.autoExposeSeconds,
        })
      : undefined

  function sensorOf(name: BridgeSensorName): SensorDriver | undefined {
    if (config.sensors[name] === 'simulator') return room?.sensors.get(name)
    if (config.sensors[name] === 'none') return undefined
    const folder = config.dropFolders[name]
    const quarantine = join(config.folder, 'quarantine')
    return folderDriver({ name, folder, quarantine, timing, log })
  }

  function generator(): GeneratorDriver {
    if (generatorOfRoom) return generatorOfRoom
    if (config.generator === 'none') return noGenerator
    const dialect = { ...usualDialect, style: config.serial.style }
    const line = serialLine(config.serial, log)
    return { ...serialGenerator(line, timing, dialect), model: config.generatorModel }
  }

  return {
    room,
    generator: generator(),
    sensors: bridgeSensors.flatMap((name) => {
      const driver = sensorOf(name)
      return driver ? [{ name, driver }] : []
    }),
  }
}
