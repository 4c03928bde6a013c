import { getStatedSide } from '@talus/anatomy'
import { formatPatientName, getSpeciesName } from '@talus/contract'
import type { CaseDetail } from '@talus/contract'
import type { CheckContext } from '@talus/report/check'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { caseWorkQueries } from '../../../api/records/case-work.ts'
import { toLanguage } from '../../../language.ts'
import { openForm } from '../../../ui/form/open-form.ts'
import { checkFindings } from './check-findings.ts'
import type { TextFinding } from './check-findings.ts'
import { SubmitDialog } from './submit-dialog.tsx'
import type { FindingsEditor } from './findings-editor.ts'

/** The names of other patients of the radiologist, which a text of this one must not contain. */
const useOtherPatientNames = ({ id, patientName }: CaseDetail): readonly string[] => {
  const { t } = useTranslation()
  const { data: others = [] } = useQuery(caseWorkQueries.assigned)
  return others
    .filter((other) => other.id !== id && other.patientName !== patientName)
    .map((other) => formatPatientName(t, other.patientName))
}

/** The facts with which the check compares the texts. */
function useCheckContext(radCase: CaseDetail): CheckContext {
  const { t } = useTranslation()
  const otherPatientNames = useOtherPatientNames(radCase)
  const { data: images = [] } = useQuery(caseWorkQueries.images(radCase.id))
  const species = radCase.speciesId === null ? null : (getSpeciesName(radCase.speciesId) ?? null)
  return {
    patientName: formatPatientName(t, radCase.patientName),
    ownerName: radCase.ownerName,
    species,
    sex: radCase.sex === null ? null : radCase.sex ? 'Male' : 'Female',
    otherPatientNames,
    imageSides: new Map(
      images.flatMap(({ id, bodyPart }) => {
        const side = getStatedSide({ bodyPart, bodyPartView: '' })
        return side === 'L' || side === 'R' ? [[id, side] as const] : []
      }),
    ),
    imagePatients: new Map(),
    measurements: null,
  }
}

/** Opens the last look before the report is sent. */
export function useSubmit(
  radCase: CaseDetail,
  editor: FindingsEditor,
  {
    onJump,
    onSubmitted,
    onSubmittedToNext,
    returnTo,
  }: {
    readonly onJump: (finding: TextFinding) => void
    readonly onSubmitted: () => void
    /** Opens the next case afterwards; undefined if there is none. */
    readonly onSubmittedToNext?: (() => void) | undefined
    readonly returnTo?: () => HTMLElement | undefined
  },
) {
  const { t, i18n } = useTranslation()
  const context = useCheckContext(radCase)
  return () => {
    const findings = checkFindings(editor.texts.get(), {
      context,
      language: toLanguage(i18n.language),
      isCritical: radCase.criticalOn !== null,
    })
    openForm(
      t('caseReading:submit.title'),
      (close) => (
        <SubmitDialog
          {...{ radCase, editor, findings, onJump, onSubmitted, onSubmittedToNext }}
          onClose={close}
        />
      ),
      600,
      returnTo,
    )
  }
}
