import {
  computeSawTable,
  contactGapMax,
  findReferenceRange,
  getCageHint,
  targetTpa,
} from '@talus/measurements'
import type { MeasuredValue, SpeciesAndBreed } from '@talus/measurements'
import { useTranslation } from 'react-i18next'
import type { Drawing } from '../../../core/model.ts'
import { formatValue } from '../../../core/drawing/labels.ts'
import { ReferenceRangeNote } from './reference-range-note.tsx'
import styles from './guided.module.css'

interface GuidedResultProps {
  readonly drawing: Drawing
  readonly results: readonly MeasuredValue[]
  readonly patient: SpeciesAndBreed
}

const millimetres = (value: number, decimals: number) =>
  formatValue({ value, unit: 'mm', decimals })

/** Reference range, saw table or cage hint of a guided measurement, shown below its values. */
export function GuidedResult({ drawing, results, patient }: GuidedResultProps) {
  const { t } = useTranslation()
  const reference = findReferenceRange(drawing.tool, patient)
  const findValue = (name: MeasuredValue['name']) => results.find((one) => one.name === name)?.value
  const tpa = findValue('tibialPlateauAngle')
  const advancement = findValue('advancement')
  const isInMillimetres = results.some(({ unit }) => unit === 'mm')
  const compared = reference
    ? results.filter(({ name }) => reference.valueNames.includes(name))
    : []
  return (
    <>
      {reference
        ? compared.map((measured) => (
            <ReferenceRangeNote
              key={measured.name}
              measured={measured}
              reference={reference}
              breed={patient.breed ?? undefined}
              isNamed={compared.length > 1}
            />
          ))
        : null}
      {drawing.tool === 'tplo' && tpa !== undefined ? <SawTable tpa={tpa} /> : null}
      {drawing.tool === 'tta' && advancement !== undefined && isInMillimetres ? (
        <CageNote advancement={advancement} />
      ) : null}
      {isInMillimetres && Math.abs(findValue('contactGap') ?? 0) > contactGapMax ? (
        <p className={styles.note}>{t('measure:note.contactGap', { limit: contactGapMax })}</p>
      ) : null}
    </>
  )
}

function SawTable({ tpa }: { readonly tpa: number }) {
  const { t } = useTranslation()
  if (tpa <= targetTpa)
    return <p className={styles.note}>{t('viewerPanel:tplo.flat', { target: targetTpa })}</p>
  return (
    <details className={styles.more} open>
      <summary>{t('viewerPanel:tplo.title', { target: targetTpa })}</summary>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('viewerPanel:tplo.radius')}</th>
            <th scope="col">{t('viewerPanel:tplo.chord')}</th>
            <th scope="col">{t('viewerPanel:tplo.arc')}</th>
          </tr>
        </thead>
        <tbody>
          {computeSawTable(tpa).map(({ radius, chord, arc }) => (
            <tr key={radius}>
              <th scope="row">{millimetres(radius, 0)}</th>
              <td>{millimetres(chord, 2)}</td>
              <td>{millimetres(arc, 2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

function CageNote({ advancement }: { readonly advancement: number }) {
  const { t } = useTranslation()
  const hint = getCageHint(advancement)
  if (!hint) return <p className={styles.note}>{t('viewerPanel:tta.past')}</p>
  const { sizes, compensated, compensatedSize } = hint
  return (
    <details className={styles.more} open>
      <summary>{t('viewerPanel:tta.title')}</summary>
      <dl className={styles.facts}>
        <div>
          <dt>{t('viewerPanel:tta.cages')}</dt>
          <dd>
            {sizes.length === 0
              ? t('viewerPanel:tta.tooLarge')
              : sizes.map((size) => millimetres(size, size % 1 === 0 ? 0 : 1)).join(', ')}
          </dd>
        </div>
        <div>
          <dt>{t('viewerPanel:tta.compensated', { width: millimetres(compensated, 1) })}</dt>
          <dd>
            {compensatedSize === undefined
              ? t('viewerPanel:tta.tooLarge')
              : millimetres(compensatedSize, compensatedSize % 1 === 0 ? 0 : 1)}
          </dd>
        </div>
      </dl>
      <p className={styles.note}>{t('viewerPanel:tta.note')}</p>
    </details>
  )
}
