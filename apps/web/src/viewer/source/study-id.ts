import { StudyId } from '@talus/contract'

/** The study that the address of a viewer names. */
export function viewedStudyId(search: URLSearchParams): StudyId | undefined {
  const asked = search.get('studyId') ?? ''
  return /^[1-9]\d*$/u.test(asked) ? StudyId.safeParse(Number(asked)).data : undefined
}
