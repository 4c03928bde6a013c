/**
 * The mark of the product: the talus seen from the front. Above, the trochlea with its two
 * rounded ridges and the groove between them; below the joint line, the head.
 * public/favicon.svg holds the same two paths.
 */
export interface TalusMarkProps {
  readonly size?: number | string | undefined
  readonly className?: string | undefined
}

const TROCHLEA =
  'M16 8.8c1.7 0 2.3-1.6 3.2-3.3 1-1.7 2.4-3 4.5-3 3.5 0 6.3 3 6.3 6.8 0 3.3-1.3 5.9-3.2 7.9-.8.8-1.8 1-2.9.7-5.1-1.3-10.7-1.3-15.8 0-1.1.3-2.1.1-2.9-.7-1.9-2-3.2-4.6-3.2-7.9 0-3.8 2.8-6.8 6.3-6.8 2.1 0 3.5 1.3 4.5 3 .9 1.7 1.5 3.3 3.2 3.3Z'
const HEAD =
  'M8.7 21.3c4.7-1.2 9.9-1.2 14.6 0 1.2.3 1.9 1.2 1.9 2.3 0 3.4-4 5.9-9.2 5.9s-9.2-2.5-9.2-5.9c0-1.1.7-2 1.9-2.3Z'

export function TalusMark({ size = 32, className }: TalusMarkProps) {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="0 0 32 32"
      width={size}
      height={size}
      fill="currentColor"
      className={className}
      aria-hidden
    >
      <path d={TROCHLEA} />
      <path d={HEAD} />
    </svg>
  )
}
