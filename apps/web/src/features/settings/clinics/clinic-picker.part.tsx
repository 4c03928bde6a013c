import { Button, Skeleton, Stack } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { Clinic } from '@talus/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClinicInUse } from '../../../api/selected-clinic.ts'
import { useCan } from '../../../api/session.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { clinicQueries } from '../../../api/records/clinic.ts'
import { ClinicSearch } from './clinic-search.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from './clinic-picker.module.css'

/** Number of listed clinics; the search finds the others. */
const maxListed = 50
const debounceMs = 200

export function ClinicPicker({ onPick }: { readonly onPick: (clinic: Clinic) => void }) {
  const { t } = useTranslation()
  const [searchText, setSearchText] = useState('')
  const [search] = useDebouncedValue(searchText, debounceMs)
  const { data, isError, refetch } = useQuery(
    clinicQueries.page({ search, living: '1', size: maxListed }),
  )
  const { clinic: inUse } = useClinicInUse()
  const seesStatus = useCan('clinic.see-status')
  if (isError && !data)
    return <Button onClick={() => void refetch()}>{t('common:action.tryAgain')}</Button>

  const found = data?.rows
  const more = data ? data.total - data.rows.length : 0
  return (
    <Stack gap="sm">
      <ClinicSearch text={searchText} onText={setSearchText} />
      {found ? null : <Skeleton height={132} />}
      <ul className={styles.list}>
        {found?.map((clinic) => (
          <li key={clinic.id}>
            <button
              type="button"
              className={styles.clinic}
              aria-current={clinic.id === inUse?.id}
              onClick={() => onPick(clinic)}
            >
              <span className={styles.name}>{clinic.name}</span>
              {seesStatus ? (
                <Badge tone={clinic.status === 'Active' ? 'green' : 'neutral'}>
                  {t(`settings:status.${clinic.status}`)}
                </Badge>
              ) : null}
              <span className={styles.type}>{t(`settings:clinic.types.${clinic.clinicType}`)}</span>
              {clinic.id === inUse?.id ? <Icon icon={IconCheck} /> : null}
            </button>
          </li>
        ))}
      </ul>
      {found?.length === 0 ? (
        <p className={styles.none}>
          {searchText === ''
            ? t('settings:clinics.emptyTitle')
            : t('common:table.nothingFound', { words: searchText })}
        </p>
      ) : null}
      {more > 0 ? (
        <p className={styles.none}>{t('settings:assign.more', { count: more })}</p>
      ) : null}
    </Stack>
  )
}
