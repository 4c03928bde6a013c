import type { FieldFault } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { nameUnprintable } from '../shared/unprintable.ts'
import { findMissing, findWrongValues } from './case-values.ts'
import { findUnprintable } from './unprintable-values.ts'
import type { CaseSource, CaseValues } from './case-values.ts'

/** A draft has values that the server would refuse; the form shows each fault at its field. */
class WrongValues extends Error {
  readonly fields: Readonly<Record<string, string>>
  constructor(fields: Readonly<Record<string, string>>) {
    super('The draft has wrong values.')
    this.fields = fields
  }
}

/** The faults of the form, in the language of the user. */
export function useCaseFaults(source: CaseSource) {
  const { t } = useTranslation()
  const name = (faults: Readonly<Record<string, FieldFault>>) =>
    Object.fromEntries(
      Object.entries(faults).map(([field, fault]) => [field, t(`errors:${fault}`)]),
    )
  /** Not demanded of a draft, which is no part of a report yet. */
  const nameCharacters = (values: CaseValues) =>
    Object.fromEntries(
      Object.entries(findUnprintable(values, source)).map(([field, characters]) => [
        field,
        nameUnprintable(t, characters),
      ]),
    )
  const findWrong = (values: CaseValues) => name(findWrongValues(values, source))
  return {
    /** The specification has a text for each field that is missing. */
    describeMissing: (values: CaseValues) => name(findMissing(values)),
    /** A wrong value has another text than a missing one. */
    check: (values: CaseValues) => ({
      ...nameCharacters(values),
      ...name(findMissing(values)),
      ...findWrong(values),
    }),
    /** A draft may be incomplete; the modal stays open until its values are right. */
    checkDraft: (values: CaseValues) => {
      const wrong = findWrong(values)
      if (Object.keys(wrong).length > 0) throw new WrongValues(wrong)
    },
  }
}
