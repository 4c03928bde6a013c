import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconHourglass,
  IconLoader,
  IconRadioactive,
} from '@tabler/icons-react'
import type { Tone } from './faces.ts'

const icons = {
  ready: IconCircleCheck,
  attention: IconAlertTriangle,
  armed: IconHourglass,
  working: IconLoader,
  waiting: IconRadioactive,
  error: IconCircleX,
} satisfies Readonly<Record<Tone, typeof IconCircleCheck>>

export function ToneIcon({ tone, size = 20 }: { readonly tone: Tone; readonly size?: number }) {
  const Icon = icons[tone]
  return <Icon size={size} stroke={1.75} aria-hidden />
}
