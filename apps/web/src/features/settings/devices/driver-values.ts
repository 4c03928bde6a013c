import type { BridgeConfig, BridgeDrivers } from '@talus/contract'

/** The values of the form in which the devices of a station are chosen. */
export interface DriverValues {
  readonly [field: string]: string
  readonly generalDriver: string
  readonly generalFolder: string
  readonly dentalDriver: string
  readonly dentalFolder: string
  readonly generatorDriver: string
  readonly serialPath: string
  readonly baud: string
  readonly style: string
  readonly model: string
}

const defaultBaud = '9600'

export function toDriverValues({ drivers, defaultFolders }: BridgeConfig): DriverValues {
  const { general, dental, generator } = drivers
  const isSerial = generator.driver === 'serial'
  return {
    generalDriver: general.driver,
    generalFolder: general.driver === 'folder' ? general.folder : defaultFolders.general,
    dentalDriver: dental.driver,
    dentalFolder: dental.driver === 'folder' ? dental.folder : defaultFolders.dental,
    generatorDriver: generator.driver,
    serialPath: isSerial ? generator.path : '',
    baud: isSerial ? String(generator.baud) : defaultBaud,
    style: isSerial ? generator.style : 'checksum',
    model: isSerial ? generator.model : '',
  }
}

const toSensor = (driver: string, folder: string): BridgeDrivers['general'] => {
  if (driver === 'folder') return { driver, folder: folder.trim() }
  return { driver: driver === 'simulator' ? driver : 'none' }
}

export function toDrivers(values: DriverValues): BridgeDrivers {
  const { generatorDriver: driver, serialPath, baud, style, model } = values
  const createGenerator = (): BridgeDrivers['generator'] => {
    if (driver !== 'serial') return { driver: driver === 'simulator' ? driver : 'none' }
    return {
      driver,
      path: serialPath.trim(),
      baud: Number(baud),
      style: style === 'carriage-return' ? style : 'checksum',
      model: model.trim(),
    }
  }
  return {
    general: toSensor(values.generalDriver, values.generalFolder),
    dental: toSensor(values.dentalDriver, values.dentalFolder),
    generator: createGenerator(),
  }
}

/** The fields that the chosen connections need. */
export const listRequiredFields = (values: DriverValues) => [
  ...(values.generalDriver === 'folder' ? (['generalFolder'] as const) : []),
  ...(values.dentalDriver === 'folder' ? (['dentalFolder'] as const) : []),
  ...(values.generatorDriver === 'serial' ? (['serialPath'] as const) : []),
]

const devices = [
  { device: 'general', fields: ['generalDriver', 'generalFolder'] },
  { device: 'dental', fields: ['dentalDriver', 'dentalFolder'] },
  { device: 'generator', fields: ['generatorDriver', 'serialPath', 'baud', 'style', 'model'] },
] as const

/** The devices with a changed field, each once. */
export const listChangedDevices = (before: DriverValues, now: DriverValues) =>
  devices
    .filter(({ fields }) => fields.some((field) => before[field] !== now[field]))
    .map(({ device }) => device)
