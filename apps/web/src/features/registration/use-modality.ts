import type { Study, StudyId } from '@talus/contract'
import { useState } from 'react'
import { lasting } from '../../browser-storage.ts'
import type { Modality } from './start-rules.ts'

const key = 'registration-modality'

interface Choice {
  readonly modality: string | undefined
  readonly studyId: StudyId | undefined
}

/** The modality of the next exposure: as chosen last, unless the selected study of today has one. */
export function useModality(
  modalities: readonly Modality[],
  study: Pick<Study, 'id' | 'modality'> | undefined,
) {
  const [choice, setChoice] = useState<Choice>(() => ({
    modality: lasting.read(key),
    studyId: undefined,
  }))
  const wanted = study && choice.studyId !== study.id ? study.modality : undefined
  const modality =
    modalities.find((one) => one === wanted) ??
    modalities.find((one) => one === choice.modality) ??
    modalities[0]
  const choose = (next: Modality) => {
    lasting.write(key, next)
    setChoice({ modality: next, studyId: study?.id })
  }
  return [modality, choose] as const
}
