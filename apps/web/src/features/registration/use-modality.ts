import type { Study, StudyId } from '@talus/contract'
import { useState } from 'react'
import { lasting } from '../../browser-storage.ts'
import type { Modality } from './start-rules.ts'

const key = 'registration-modality'

interface Choice {
  readonly modality: string | undefined
  /** The study that was gone on with when it was made: the choice outweighs that study's own. */
  readonly studyId: StudyId | undefined
}

type Known = Pick<Study, 'id' | 'modality'>

/** The modality of the next exposure: as chosen last, unless the study that is gone on with has one. */
export function useModality() {
  const [choice, setChoice] = useState<Choice>(() => ({
    modality: lasting.read(key),
    studyId: undefined,
  }))
  return {
    modalityOf: (modalities: readonly Modality[], study: Known | undefined) => {
      const own = study && choice.studyId !== study.id ? study.modality : undefined
      return (
        modalities.find((one) => one === own) ??
        modalities.find((one) => one === choice.modality) ??
        modalities[0]
      )
    },
    choose: (modality: Modality, study: Known | undefined) => {
      lasting.write(key, modality)
      setChoice({ modality, studyId: study?.id })
    },
  }
}
