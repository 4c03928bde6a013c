import { useMemo } from 'react'
import { createQrCode } from './qr-code.ts'
import styles from './qr-picture.module.css'

/** Readers need four light modules around the code. */
const margin = 4

/** A QR code, drawn here: its text never leaves the page. */
export function QrPicture({ text, label }: { readonly text: string; readonly label: string }) {
  const { path, size } = useMemo(() => {
    const modules = createQrCode(text)
    const squares = modules.flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`M${x + margin} ${y + margin}h1v1h-1z`] : [])),
    )
    return { path: squares.join(''), size: modules.length + 2 * margin }
  }, [text])
  return (
    <svg
      className={styles.picture}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={`M0 0h${size}v${size}h-${size}z`} className={styles.light} />
      <path d={path} className={styles.dark} />
    </svg>
  )
}
