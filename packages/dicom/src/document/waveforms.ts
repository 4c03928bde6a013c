import type { DataSet } from '../read/data-set.ts'
import { readNumbers } from '../read/values.ts'
import { documentTags as tags } from './document-tags.ts'

interface WaveformChannel {
  readonly name: string
  /** The unit of `scale`: mV for every voltage, else as the file names it. */
  readonly unit: string
  /** A sample times the scale, plus the offset, is a value in the unit. */
  readonly scale: number
  readonly offset: number
  /** Null at a sample that the device marked as missing. */
  readonly samples: readonly (number | null)[]
}

/** Channels that were recorded together. */
interface WaveformGroup {
  readonly label: string
  readonly samplesPerSecond: number
  readonly channels: readonly WaveformChannel[]
}

export interface Waveforms {
  readonly groups: readonly WaveformGroup[]
  /** Further samples or groups were left out. */
  readonly isCut: boolean
}

/** Upper bounds: a resting ECG has 12 channels of 10 seconds at 500 samples a second, 60,000. */
const waveformLimits = { groups: 8, channels: 32, samples: 400_000 } as const

/** The VR that has the same binary form; compressed and ASCII-coded samples are not read. */
const interpretations: Readonly<Record<string, string>> = { SS: 'SS', US: 'US', SL: 'SL', UL: 'UL' }
const millivoltsPerUnit: Readonly<Record<string, number>> = { mV: 1, uV: 0.001, V: 1000 }

function readChannel(definition: DataSet | undefined, index: number) {
  const source = definition?.item(tags.channelSourceSequence)
  const name =
    definition?.text(tags.channelLabel) || source?.text(tags.codeMeaning) || String(index + 1)
  const unit = definition?.item(tags.channelUnitsSequence)?.text(tags.codeValue) ?? ''
  const factor = Object.hasOwn(millivoltsPerUnit, unit) ? (millivoltsPerUnit[unit] ?? 1) : undefined
  const sensitivity = definition?.number(tags.channelSensitivity) ?? 1
  const correction = definition?.number(tags.channelCorrection) ?? 1
  const baseline = definition?.number(tags.channelBaseline) ?? 0
  const toUnit = factor ?? 1
  return {
    // The standard's names of leads begin with the word.
    name: name.replace(/^Lead /u, ''),
    unit: factor === undefined ? unit : 'mV',
    scale: sensitivity * correction * toUnit,
    offset: baseline * toUnit,
  }
}

function readSamples(group: DataSet, maxBytes: number) {
  const bytes = group.bytes(tags.waveformData)?.subarray(0, maxBytes) ?? new Uint8Array()
  const bits = group.word(tags.waveformBits)
  const interpretation = group.code(tags.sampleInterpretation)
  if (bits === 8 && interpretation === 'UB') return [...bytes]
  if (bits === 8 && interpretation === 'SB') return [...new Int8Array(bytes)]
  const vr = Object.hasOwn(interpretations, interpretation) ? interpretations[interpretation] : ''
  const expected = vr === 'SS' || vr === 'US' ? 16 : 32
  if (vr === '' || vr === undefined || bits !== expected) return []
  return readNumbers(bytes, vr, group.encoding.isLittleEndian).map(Number)
}

function readPadding(group: DataSet): number | undefined {
  const bytes = group.bytes(tags.waveformPadding)
  const interpretation = group.code(tags.sampleInterpretation)
  if (!bytes || bytes.length < 2 || !Object.hasOwn(interpretations, interpretation))
    return undefined
  const [padding] = readNumbers(bytes, interpretation, group.encoding.isLittleEndian)
  return padding === undefined ? undefined : Number(padding)
}

function readGroup(group: DataSet, samplesLeft: number) {
  const count = group.word(tags.channels) ?? 0
  const samplesPerSecond = group.number(tags.samplingFrequency) ?? 0
  if (count < 1 || count > waveformLimits.channels || samplesPerSecond <= 0) return undefined
  const values = readSamples(group, samplesLeft * 4)
  const length = Math.min(Math.floor(values.length / count), Math.floor(samplesLeft / count))
  if (length === 0) return undefined
  const padding = readPadding(group)
  const definitions = [...group.items(tags.channelDefinitionSequence)]
  const channels = Array.from({ length: count }, (_, index) => ({
    ...readChannel(definitions[index], index),
    samples: Array.from({ length }, (_value, at) => {
      const value = values[at * count + index] ?? 0
      return value === padding ? null : value
    }),
  }))
  const isWhole = length === Math.floor(values.length / count) && values.length <= samplesLeft
  return { group: { label: group.text(tags.groupLabel), samplesPerSecond, channels }, isWhole }
}

/** Reads the waveforms of an ECG or a similar recording (PS3.3 C.10.9). */
export function readWaveforms(dataSet: DataSet): Waveforms {
  const groups: WaveformGroup[] = []
  let samplesLeft: number = waveformLimits.samples
  let isCut = dataSet.countItems(tags.waveformSequence) > waveformLimits.groups
  for (const item of dataSet.items(tags.waveformSequence)) {
    if (groups.length >= waveformLimits.groups) break
    const read = readGroup(item, samplesLeft)
    if (!read?.isWhole) isCut = true
    if (!read) continue
    groups.push(read.group)
    for (const { samples } of read.group.channels) samplesLeft -= samples.length
  }
  return { groups, isCut }
}
