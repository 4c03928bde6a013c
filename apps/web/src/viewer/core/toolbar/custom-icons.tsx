import type { ReactNode } from 'react'

interface OwnIconProps {
  readonly size?: number | string
}

/** Icons missing in the icon library, in the same stroke. */
const createIcon = (name: string, shapes: ReactNode) => {
  const Icon = ({ size = 20 }: OwnIconProps) => (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      {shapes}
    </svg>
  )
  Icon.displayName = name
  return Icon
}

export const IconCobb = createIcon(
  'IconCobb',
  <>
    <path d="M4 8 19 4M4 16l15 4" />
    <path d="M8 8.5c1.6 2.2 1.6 4.8 0 7" strokeDasharray="0.1 2.6" />
  </>,
)

export const IconTwoLines = createIcon(
  'IconTwoLines',
  <>
    <path d="M3 18 21 8M5 5l13 15" />
    <path d="M15.5 11a4 4 0 0 1 .6 4.5" />
  </>,
)

export const IconCrossedLines = createIcon(
  'IconCrossedLines',
  <path d="M4 19 19 4M9.5 7.5l7 7M4 19v-3m0 3h3M19 4v3m0-3h-3" />,
)

/** The five vertebrae above the heart. */
export const IconHeartScore = createIcon(
  'IconHeartScore',
  <>
    <path d="M3 4.5h18M3 3v3M7.5 3v3M12 3v3M16.5 3v3M21 3v3" />
    <path d="M12 21c-4-2.7-6.5-5-6.5-8a3.3 3.3 0 0 1 6.5-1 3.3 3.3 0 0 1 6.5 1c0 3-2.5 5.3-6.5 8z" />
  </>,
)

/** A tibia with its axis and the slope of its plateau. */
export const IconPlateau = createIcon(
  'IconPlateau',
  <>
    <path d="m4 5 15 4.5M11.5 7.5V17" />
    <circle cx="11.5" cy="19.5" r="2.2" />
    <path d="M4 9.5h5" strokeDasharray="0.1 2.4" />
  </>,
)

/** Two condyles and the line to which the tuberosity moves. */
export const IconAdvancement = createIcon(
  'IconAdvancement',
  <>
    <circle cx="15.5" cy="7" r="4" />
    <path d="M9.5 14.5c2-2.5 9-2.5 11.5 0M5 3v18M5 17h6m0 0-2-2m2 2-2 2" />
  </>,
)

/** Both femoral heads, and the rim of one socket. */
export const IconNorberg = createIcon(
  'IconNorberg',
  <>
    <circle cx="6.5" cy="15" r="3.5" />
    <circle cx="17.5" cy="15" r="3.5" />
    <path d="M6.5 15h11M6.5 15 3.5 5" />
  </>,
)

export const IconDistraction = createIcon(
  'IconDistraction',
  <>
    <circle cx="9.5" cy="12" r="6.5" />
    <circle cx="15" cy="12" r="5.5" strokeDasharray="0.1 2.6" />
    <path d="M9.5 12H15" />
  </>,
)

export const IconAtrium = createIcon(
  'IconAtrium',
  <>
    <path d="M3 4.5h18M3 3v3M7.5 3v3M12 3v3M16.5 3v3M21 3v3" />
    <path d="M6 11c5-2.5 12-1.5 12 4s-6 6.5-9 5" />
    <path d="m8 10.5 9 5" />
  </>,
)
