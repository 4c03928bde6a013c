import type { ReactNode } from 'react'
import { memo } from 'react'
import type { ReportPage } from '@talus/report/document'
import { textStyles } from '@talus/report/layout'
import type { PageLayout, Rectangle } from '@talus/report/layout'
import { PaperHeader } from './paper-header.tsx'
import type { PaperHead } from './paper-header.tsx'
import { PlacedLines, toBox } from './placed-lines.tsx'
import { SlotPicture } from './slot-picture.tsx'
import { textMeasures } from './text-measures.ts'
import styles from './paper.module.css'

interface PaperProps {
  readonly layout: PageLayout
  readonly head: PaperHead
  readonly number: { readonly page: number; readonly pages: number }
  readonly children: ReactNode
}

/** As in the PDF, the rule of the footer is this far below the content. */
const aboveFooter = 14

/** An empty sheet with its letterhead, if it is the first, and its footer. */
export function Paper({ layout: { frame }, head, number, children }: PaperProps) {
  const { width, height, footer } = frame
  return (
    <div className={styles.paper} style={{ ...textMeasures, width, height }}>
      {number.page === 1 ? <PaperHeader frame={frame} head={head} /> : null}
      {children}
      <div
        className={styles.footer}
        style={toBox({
          ...footer,
          top: footer.top + aboveFooter,
          height: footer.height - aboveFooter,
        })}
      >
        <span>{head.footer}</span>
        <span>{head.formatPageNumber(number.page, number.pages)}</span>
      </div>
    </div>
  )
}

interface SignatureProps {
  readonly box: Rectangle
  readonly labels: PaperHead['signature']
}

/** As in the PDF, the lines to write on are this far above the end of the space. */
const belowRule = 24

export const Signature = ({ box, labels }: SignatureProps) => (
  <div
    className={styles.signature}
    style={toBox({ ...box, top: box.top + box.height - belowRule, height: belowRule })}
  >
    <span>{labels.name}</span>
    <span>{labels.date}</span>
  </div>
)

interface PaperPageProps {
  readonly page: ReportPage
  readonly layout: PageLayout
  readonly head: PaperHead
  readonly pageNumber: number
  readonly pageCount: number
}

/** A page that is not being edited, drawn from the layout alone: it reads as the PDF will. */
export const PaperPage = memo(function PaperPage(props: PaperPageProps) {
  const { page, layout, head, pageNumber, pageCount } = props
  return (
    <Paper layout={layout} head={head} number={{ page: pageNumber, pages: pageCount }}>
      <PlacedLines lines={layout.title} lineHeight={textStyles.title.lineHeight} />
      {layout.images.map((placed) => {
        const slot = page.images.find(({ index }) => index === placed.index)
        return slot ? (
          <SlotPicture key={placed.index} slot={slot} placed={placed} />
        ) : (
          <div key={placed.index} className={styles.empty} style={toBox(placed.box)} />
        )
      })}
      {layout.blocks.map(({ position, style, lines, label, top }) => (
        <div key={`${String(position.block)}.${String(position.item ?? '')}`}>
          {label ? (
            <div
              className={`${styles.line} ${styles.muted}`}
              style={{
                left: label.x,
                top,
                fontSize: textStyles.item.size,
                lineHeight: `${String(textStyles.item.lineHeight)}px`,
              }}
            >
              {label.text}
            </div>
          ) : null}
          <PlacedLines lines={lines} lineHeight={textStyles[style].lineHeight} />
        </div>
      ))}
      {layout.signature ? <Signature box={layout.signature} labels={head.signature} /> : null}
    </Paper>
  )
})
