import type { ReactNode } from 'react'
import type { PageLayout } from '@talus/report/layout'

interface ScaledPageProps {
  readonly layout: PageLayout
  readonly scale: number
  readonly children: ReactNode
}

/** Scales a page as a picture is scaled: its lines stay the same at every size. */
export function ScaledPage({ layout: { frame }, scale, children }: ScaledPageProps) {
  return (
    <div style={{ width: frame.width * scale, height: frame.height * scale, overflow: 'hidden' }}>
      <div
        style={{ width: frame.width, transform: `scale(${String(scale)})`, transformOrigin: '0 0' }}
      >
        {children}
      </div>
    </div>
  )
}
