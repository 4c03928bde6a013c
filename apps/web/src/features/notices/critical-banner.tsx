import { Skeleton } from '@mantine/core'
import { useLocation } from 'react-router'
import { useOpenCriticalFindings } from '../../api/records/use-critical-findings.ts'
import { lazyCode } from '../../lazy-code.ts'
import { WithCode } from '../../ui/states/with-code.tsx'

const code = lazyCode(() => import('./critical-findings.part.tsx'))

/**
 * Critical findings of the clinic's cases. They stay on every page until a user of the clinic has
 * acknowledged them. The page of a case shows its own ones itself, and links to the others.
 */
export function CriticalBanner() {
  const findings = useOpenCriticalFindings()
  const { pathname } = useLocation()
  if (findings.length === 0 || /^\/editcases\/\d+$/u.test(pathname)) return null
  return (
    <WithCode code={code} fallback={<Skeleton height={48} />}>
      {({ CriticalFindings }) => <CriticalFindings findings={findings} />}
    </WithCode>
  )
}
