import { Checkbox } from '@mantine/core'
import { noticeSides } from '@talus/contract'
import type { CaseNoticePreference } from '@talus/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { caseNoticeMutations, caseNoticeQueries } from '../../api/records/case-notices.ts'
import { useCan } from '../../api/session.ts'
import { Card } from '../../ui/layout/page-frame.tsx'
import { WithTranslations } from '../../ui/states/with-translations.tsx'
import styles from './notices.module.css'

/** How the user learns of each kind of notice that they can get: in the bell, by e-mail, or both. */
export function NoticePreferencesCard() {
  const hasCases = useCan('case.read')
  if (!hasCases) return null
  return (
    <WithTranslations namespace="caseNotices">
      <Preferences />
    </WithTranslations>
  )
}

function Preferences() {
  const { t } = useTranslation()
  const [changed, setChanged] = useState<readonly CaseNoticePreference[]>([])
  const { data = [] } = useQuery(caseNoticeQueries.preferences)
  const isRadiologist = useCan('case.answer')
  const mayCreate = useCan('case.create')
  const isOfferedCreate = useCan('case.offer-create')
  // A radiologist may be able to create cases too, but only some of them are offered to do so.
  const isOnSide = {
    clinic: isOfferedCreate || (mayCreate && !isRadiologist),
    radiologist: isRadiologist,
  }
  const preferences = data
    .filter(({ kind }) => noticeSides[kind].some((side) => isOnSide[side]))
    .map((saved) => changed.find(({ kind }) => kind === saved.kind) ?? saved)
  // A box changes when it is pressed, and changes back if the server refuses.
  const save = useMutation({
    ...caseNoticeMutations.savePreferences,
    onError: () => setChanged([]),
  })
  const change = (preference: CaseNoticePreference) => {
    setChanged((now) => [...now.filter(({ kind }) => kind !== preference.kind), preference])
    save.mutate({ body: { preferences: [preference] } })
  }
  return (
    <Card title={t('caseNotices:preferences.title')} text={t('caseNotices:preferences.text')}>
      <table className={styles.preferences}>
        <thead>
          <tr>
            <th scope="col">{t('caseNotices:preferences.kind')}</th>
            <th scope="col">{t('caseNotices:preferences.bell')}</th>
            <th scope="col">{t('caseNotices:preferences.mail')}</th>
          </tr>
        </thead>
        <tbody>
          {preferences.map((preference) => {
            const name = t(`caseNotices:name.${preference.kind}`)
            return (
              <tr key={preference.kind}>
                <th scope="row">{name}</th>
                <td>
                  <Checkbox
                    aria-label={`${name}, ${t('caseNotices:preferences.bell')}`}
                    checked={preference.bell}
                    // A critical finding always rings the bell.
                    disabled={preference.kind === 'critical'}
                    onChange={(event) =>
                      change({ ...preference, bell: event.currentTarget.checked })
                    }
                  />
                </td>
                <td>
                  <Checkbox
                    aria-label={`${name}, ${t('caseNotices:preferences.mail')}`}
                    checked={preference.mail}
                    onChange={(event) =>
                      change({ ...preference, mail: event.currentTarget.checked })
                    }
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Card>
  )
}
