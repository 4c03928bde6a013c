import type { ComponentType } from 'react'

const pixels = {
  xs: 14,
  sm: 16,
  md: 18,
  lg: 20,
  xl: 24,
  '2xl': 28,
  '3xl': 32,
  '4xl': 48,
}

export type IconSize = keyof typeof pixels

interface ShapeProps {
  readonly size: number
  /** Width of the stroke, in units of the 24 px box. */
  readonly stroke: number
  readonly className?: string
}

/** An icon of Tabler, imported by its name so that only the icons in use are bundled, or our own. */
export type IconShape = ComponentType<ShapeProps>

interface IconProps {
  readonly icon: IconShape
  readonly size?: IconSize
  readonly className?: string | undefined
  /** Names the icon for screen readers; without it the icon is decoration. */
  readonly label?: string | undefined
}

export function Icon({ icon: Shape, size = 'md', className, label }: IconProps) {
  return (
    <Shape
      size={pixels[size]}
      // The stroke shrinks with the icon: at 14 px a stroke of 1.5 is thinner than a pixel.
      stroke={size === 'xs' ? 2 : 1.5}
      {...(className !== undefined && { className })}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    />
  )
}
