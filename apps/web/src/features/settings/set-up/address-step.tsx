import { Button } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconRefresh } from '@tabler/icons-react'
import type { ClinicId, OwnAddress } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { setUpQueries } from '../../../api/records/set-up.ts'
import { CopyIcon } from '../../../ui/buttons/copy-button.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { ChoiceCards } from '../../../ui/inputs/choice-cards.tsx'
import { QrPicture } from '../../../ui/qr/qr-picture.tsx'
import { LinkAddressCard } from '../clinics/link-address-card.tsx'
import { QueryCard } from '../query-card.tsx'
import styles from './set-up.module.css'

/** A server beyond its own computer must say whether it shows the demo. */
const setting = 'TALUS_DEMO=0\nHOST=0.0.0.0'

/** How tablets and other computers open Talus, and the address with which links begin. */
export function AddressStep({ clinicId }: { readonly clinicId: ClinicId }) {
  const { t } = useTranslation()
  const query = useQuery(setUpQueries.addresses())
  return (
    <>
      <QueryCard
        title={t('setUp:address.title')}
        text={query.data?.isServerLocal ? t('setUp:address.closedTitle') : t('setUp:address.scan')}
        query={query}
      >
        {({ isServerLocal, addresses, port, computer }) => (
          <>
            {isServerLocal ? (
              <ClosedNote />
            ) : (
              <Addresses addresses={addresses} port={port} computer={computer} />
            )}
            <Button
              variant="default"
              className={styles.again}
              leftSection={<Icon icon={IconRefresh} />}
              loading={query.isFetching}
              onClick={() => void query.refetch()}
            >
              {t('setUp:address.again')}
            </Button>
          </>
        )}
      </QueryCard>
      <LinkAddressCard clinicId={clinicId} />
    </>
  )
}

/** The server listens on its own computer only: says so, and how to change it. */
function ClosedNote() {
  const { t } = useTranslation()
  return (
    <div className={styles.closed} role="note">
      <p>{t('setUp:address.closed')}</p>
      <p className={styles.setting}>
        <code>{setting}</code>
        <CopyIcon text={setting} what={t('setUp:address.setting')} />
      </p>
      <p>{t('setUp:address.closedService')}</p>
    </div>
  )
}

interface AddressesProps {
  readonly addresses: readonly OwnAddress[]
  readonly port: number
  readonly computer: string
}

function Addresses({ addresses, port, computer }: AddressesProps) {
  const { t } = useTranslation()
  const [chosenUrl, setChosenUrl] = useState<string>()
  const usable = addresses.filter(({ kind }) => kind === 'number')
  const shown =
    addresses.find(({ url }) => url === chosenUrl) ??
    usable.find(({ answers }) => answers) ??
    usable[0]
  if (!shown) return <p className={styles.quiet}>{t('setUp:address.none')}</p>
  return (
    <div className={styles.tablet}>
      <QrPicture text={shown.url} label={t('setUp:address.picture', { address: shown.url })} />
      <div className={styles.addresses}>
        <p className={styles.address}>
          <strong>{shown.url}</strong>
          <CopyIcon text={shown.url} what={t('setUp:address.address')} />
        </p>
        {addresses.length > 1 ? (
          <ChoiceCards
            label={t('setUp:address.choose')}
            value={shown.url}
            onChoose={setChosenUrl}
            cards={addresses.map((address) => ({
              value: address.url,
              content: <AddressText address={address} />,
            }))}
          />
        ) : (
          <AddressState address={shown} />
        )}
        <p className={styles.quiet}>{t('setUp:address.computer', { computer })}</p>
        <p className={styles.quiet}>{t('setUp:address.firewall', { port })}</p>
      </div>
    </div>
  )
}

const AddressText = ({ address }: { readonly address: OwnAddress }) => (
  <span className={styles.addressText}>
    <span>{new URL(address.url).host}</span>
    <AddressState address={address} />
  </span>
)

function AddressState({ address: { answers, kind } }: { readonly address: OwnAddress }) {
  const { t } = useTranslation()
  return (
    <small className={styles.answer} data-answers={answers || undefined}>
      <Icon icon={answers ? IconCircleCheck : IconCircleX} size="sm" />
      {answers ? t('setUp:address.answers') : t('setUp:address.silent')}
      {kind === 'name' ? ` · ${t('setUp:address.nameHint')}` : null}
    </small>
  )
}
