import { useSearchParams } from 'react-router'
import { NoStudy } from '../features/not-built/no-study.tsx'
import { NotBuilt } from '../features/not-built/not-built.tsx'

export function Page() {
  const [search] = useSearchParams()
  return /^[1-9]\d*$/u.test(search.get('studyId') ?? '') ? <NotBuilt /> : <NoStudy />
}
