/**
 * The illustration of the sign-in page: a horse, a dog and a cat with their skeletons, partly
 * behind an X-ray plate.
 */
import { useId } from 'react'
import type { CSSProperties } from 'react'
import { CatFigure } from './cat-figure.tsx'
import { DogFigure } from './dog-figure.tsx'
import { HorseFigure } from './horse-figure.tsx'

export interface SignInArtProps {
  readonly className?: string | undefined
}

type CustomProperties = CSSProperties & Readonly<Record<`--${string}`, string>>

/**
 * The page may set the colours as --art-ground (the background, which fills the animals),
 * --art-outline, --art-bone and --art-plate; by default they follow the colour scheme.
 */
const LINE_ART: CustomProperties = {
  '--figure-body': 'var(--art-ground, light-dark(#f6f8f9, #0b0e11))',
  '--figure-outline': 'var(--art-outline, light-dark(#1e293b, #cbd5e1))',
  '--figure-bone': 'var(--art-bone, light-dark(#2f9a92, #58b8b0))',
  '--figure-bone-fill': 'color-mix(in oklab, var(--figure-bone) 15%, var(--figure-body))',
}
/** The colours on the plate: dark film, grey soft tissue, bright bones. */
const ON_PLATE: CustomProperties = {
  '--figure-body': 'color-mix(in oklab, var(--plate) 86%, #9fd8d3)',
  '--figure-outline': '#8fc3c0',
  '--figure-bone': '#eafffb',
  '--figure-bone-fill': 'rgb(234 255 251 / 46%)',
}
const FILM: CustomProperties = { '--plate': 'var(--art-plate, light-dark(#0e2529, #0f2c31))' }

const PLATE = { x: 284, y: 250, width: 306, height: 480, rx: 6 }
/** The side marker of the film: left. */
const MARKER = `M${PLATE.x + PLATE.width - 32} ${PLATE.y + 20}v16h9`
const HORSE_GROUND = 770
const FRONT_GROUND = 812

export function SignInArt({ className }: SignInArtProps) {
  const id = useId()
  const ref = (name: string) => `${id}${name}`
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="0 0 900 900"
      preserveAspectRatio="xMidYMid meet"
      className={className}
      style={{ ...LINE_ART, ...FILM }}
      aria-hidden
    >
      <defs>
        <clipPath id={ref('plate')}>
          <rect {...PLATE} />
        </clipPath>
        <filter id={ref('soft')} x="-30%" y="-30%" width="160%" height="160%">
          <feGaussianBlur stdDeviation="26" />
        </filter>
        <radialGradient id={ref('field')} cx="0.55" cy="0.42" r="0.7">
          <stop offset="0" stopColor="#5eead4" stopOpacity="0.16" />
          <stop offset="1" stopColor="#5eead4" stopOpacity="0" />
        </radialGradient>
        <linearGradient
          id={ref('fade')}
          gradientUnits="userSpaceOnUse"
          x1="0"
          x2="900"
          y1="0"
          y2="0"
        >
          <stop offset="0" stopColor="var(--figure-outline)" stopOpacity="0" />
          <stop offset="0.15" stopColor="var(--figure-outline)" stopOpacity="0.5" />
          <stop offset="0.85" stopColor="var(--figure-outline)" stopOpacity="0.5" />
          <stop offset="1" stopColor="var(--figure-outline)" stopOpacity="0" />
        </linearGradient>
        <g id={ref('scene')}>
          <g transform={`translate(156 ${HORSE_GROUND - 552}) scale(.92)`}>
            <HorseFigure weight={1.05} />
          </g>
          <g transform={`translate(44 ${FRONT_GROUND - 235}) scale(.47)`}>
            <DogFigure weight={1.95} />
          </g>
          <g transform={`translate(440 ${FRONT_GROUND - 172}) scale(.43)`}>
            <CatFigure weight={2.1} />
          </g>
        </g>
      </defs>
      <path
        d={`M20 ${HORSE_GROUND}H880M20 ${FRONT_GROUND}H880`}
        stroke={`url(#${ref('fade')})`}
        strokeWidth="1.2"
      />
      <use href={`#${ref('scene')}`} />
      <rect {...PLATE} filter={`url(#${ref('soft')})`} fill="#2dd4bf" opacity="0.24" />
      <g clipPath={`url(#${ref('plate')})`} style={ON_PLATE}>
        <rect {...PLATE} fill="var(--plate)" />
        <rect {...PLATE} fill={`url(#${ref('field')})`} />
        <use href={`#${ref('scene')}`} />
        <path
          d={MARKER}
          fill="none"
          stroke="#eafffb"
          strokeWidth="3.5"
          strokeLinecap="square"
          strokeLinejoin="miter"
        />
      </g>
    </svg>
  )
}
