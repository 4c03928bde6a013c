/**
 * The species and tooth icons, in the style of Tabler's icons: a 24 px box, 1.5 px stroke, round
 * caps and joins, and the colour of the text around them.
 */
import type { ReactNode } from 'react'

export interface SpeciesIconProps {
  readonly size?: number | string | undefined
  /** Width of the stroke, in units of the 24 px box. */
  readonly stroke?: number | undefined
  readonly className?: string | undefined
  /** Names the icon for screen readers; without it the icon is decoration. */
  readonly title?: string | undefined
}

function IconFrame({
  size = 24,
  stroke = 1.5,
  className,
  title,
  children,
}: SpeciesIconProps & { readonly children: ReactNode }) {
  const naming = title === undefined ? { 'aria-hidden': true } : { role: 'img' }
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
      {...naming}
    >
      {title === undefined ? null : <title>{title}</title>}
      {children}
    </svg>
  )
}

/** A dot of the stroke's own width: an eye, a nostril. */
function Dot({ x, y }: { readonly x: number; readonly y: number }) {
  return <path d={`M${x} ${y}v.01`} />
}

/** A face with hanging ears and a broad nose. */
export function DogIcon(props: SpeciesIconProps) {
  return (
    <IconFrame {...props}>
      <path d="M8 5.2C9.2 4.7 10.6 4.5 12 4.5s2.8.2 4 .7" />
      <path d="M8 5.2C6.6 3.9 4.3 4 3.2 5.7 2.2 7.3 2.2 10.6 3.3 12.6c.7 1.3 2 1.2 2.7 0C7 10.9 7.5 8 8 5.2Z" />
      <path d="M16 5.2c1.4-1.3 3.7-1.2 4.8.5 1 1.6 1 4.9-.1 6.9-.7 1.3-2 1.2-2.7 0-1-1.7-1.5-4.6-2-7.4Z" />
      <path d="M6.2 12.3c.1 1.5.5 2.7 1.1 3.7C8.2 18.6 9.7 20.5 12 20.5s3.8-1.9 4.7-4.5c.6-1 1-2.2 1.1-3.7" />
      <path d="M10.3 14.2h3.4c0 1.2-.8 2-1.7 2s-1.7-.8-1.7-2Z" />
      <path d="M12 16.2v1.6" />
      <Dot x={9.5} y={10.5} />
      <Dot x={14.5} y={10.5} />
    </IconFrame>
  )
}

/** A round face with upright pointed ears and whiskers. */
export function CatIcon(props: SpeciesIconProps) {
  return (
    <IconFrame {...props}>
      <path d="M4.9 4.1c0-.7.8-1 1.3-.6l3.4 2.9c1.6-.3 3.2-.3 4.8 0l3.4-2.9c.5-.4 1.3-.1 1.3.6l.1 6c.8 1.1 1.2 2.3 1.2 3.6 0 4-3.8 6.8-8.4 6.8s-8.4-2.8-8.4-6.8c0-1.3.4-2.5 1.2-3.6Z" />
      <path d="M11.2 14.7h1.6l-.8.8Z" />
      <path d="M12 15.5c0 1-.7 1.6-1.6 1.6M12 15.5c0 1 .7 1.6 1.6 1.6" />
      <path d="M1.3 12.8l4.4.8M1.6 17.4l4.3-.9M22.7 12.8l-4.4.8M22.4 17.4l-4.3-.9" />
      <Dot x={9} y={11.5} />
      <Dot x={15} y={11.5} />
    </IconFrame>
  )
}

/** A head in profile: long face, upright ear, the mane down the crest of the neck. */
export function HorseIcon(props: SpeciesIconProps) {
  return (
    <IconFrame {...props}>
      <path d="M12 2.6c.3.9.3 1.7-.1 2.5-1.4.4-2.6 1.3-3.5 2.7L3.6 14c-.9 1.2-1 2.3-.4 3.3l.5.8c.5.8 1.4 1 2.2.6l2.5-1.3c.6-1 1.7-1.7 3.1-1.9.8-.1 1.5-.4 2.1-.8" />
      <path d="M11.6 15.5c.2 2.2-.7 4.2-2.6 6" />
      <path d="M12 2.6c5.6 1.6 8.7 7.6 8.5 18.9" />
      <path d="M15.3 4.3c2-.4 3.7.3 4.9 2M18.3 7.8c1.6.1 2.8 1 3.5 2.7M19.9 12.3c1.2.5 2 1.5 2.3 3" />
      <Dot x={11.3} y={8.9} />
      <Dot x={5.9} y={15.9} />
    </IconFrame>
  )
}

/** A molar: crown with two cusps, two roots. Part of the icon set of the maps. @public */
export function ToothIcon(props: SpeciesIconProps) {
  return (
    <IconFrame {...props}>
      <path d="M12 5.5C10.3 4.2 8.7 3.5 7.2 3.5 4.8 3.5 3.5 5.4 3.5 8c0 2.1.7 3.5 1.3 5.2.7 2.1.7 4.5 1.2 6 .3.9.8 1.3 1.5 1.3 1 0 1.4-.9 1.7-2.2.5-2 .9-4.3 2.8-4.3s2.3 2.3 2.8 4.3c.3 1.3.7 2.2 1.7 2.2.7 0 1.2-.4 1.5-1.3.5-1.5.5-3.9 1.2-6 .6-1.7 1.3-3.1 1.3-5.2 0-2.6-1.3-4.5-3.7-4.5-1.5 0-3.1.7-4.8 2Z" />
      <path d="M12 5.5c.9.7 1.7 1.1 2.7 1.3" />
    </IconFrame>
  )
}
