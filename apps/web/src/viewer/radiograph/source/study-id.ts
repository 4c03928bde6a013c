import { StudyId } from '@talus/contract'

/** The study named in the URL of a viewer. */
export function readStudyId(search: URLSearchParams): StudyId | undefined {
  const text = search.get('studyId') ?? ''
  return /^[1-9]\d*$/u.test(text) ? StudyId.safeParse(Number(text)).data : undefined
}
