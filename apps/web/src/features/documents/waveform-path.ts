import type { WaveformGroup } from '@talus/contract'

type Channel = WaveformGroup['channels'][number]

/** Paper of an ECG: 25 mm for a second, 10 mm for a millivolt. */
export const paper = { mmPerSecond: 25, mmPerMillivolt: 10 } as const

/** The height of a channel on the paper in millimetres, and its zero line. */
interface ChannelRow {
  readonly height: number
  readonly zero: number
  readonly path: string
  /** Millimetres for a unit; that of the paper, unless the channel is no voltage. */
  readonly gain: number
}

const smallestHeight = 15
const tallestHeight = 54
const margin = 3

const round = (value: number) => Math.round(value * 100) / 100

/** The range of a channel in its unit. */
function findRange({ samples, scale, offset }: Channel): readonly [low: number, high: number] {
  let low = 0
  let high = 0
  for (const sample of samples) {
    if (sample === null) continue
    const value = sample * scale + offset
    if (value < low) low = value
    if (value > high) high = value
  }
  return [low, high]
}

/** Draws a channel as the path of an SVG in millimetres; missing samples interrupt the line. */
export function drawChannel(channel: Channel, samplesPerSecond: number): ChannelRow {
  const [low, high] = findRange(channel)
  const range = high - low
  const isVoltage = channel.unit === 'mV'
  const natural = isVoltage ? paper.mmPerMillivolt : (smallestHeight * 1.5) / (range || 1)
  // A calibration pulse or damage would make a row as tall as the page.
  const gain = range * natural > tallestHeight ? tallestHeight / range : natural
  // Whole large squares, so that the grid continues from row to row.
  const height = Math.ceil(Math.max(smallestHeight, range * gain + 2 * margin) / 5) * 5
  const zero = margin + high * gain + (height - 2 * margin - range * gain) / 2
  const mmPerSample = paper.mmPerSecond / samplesPerSecond
  let path = ''
  let isDown = false
  for (const [at, sample] of channel.samples.entries()) {
    if (sample === null) {
      isDown = false
      continue
    }
    const y = zero - (sample * channel.scale + channel.offset) * gain
    path += `${isDown ? 'L' : 'M'}${round(at * mmPerSample)} ${round(y)}`
    isDown = true
  }
  return { height, zero, path, gain }
}
