import type { BackupTarget } from '@talus/contract'
import { BackupProblem } from '../../backup/index.ts'
import type { BackupSource } from '../../backup/index.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import type { BackupPlan } from './backups.queries.ts'

/** A target with its secrets, as the process of a backup gets it. */
export interface OpenedTarget {
  readonly target: string
  readonly settings: BackupSource
}

type Source = Pick<BackupSource, 'dataFolder' | 'databaseUrl' | 's3' | 'secondStore'>

/** The name of a target in messages and in the audit trail. */
export const nameTarget = ({ target, folder, bucket, prefix }: PlainTarget): string =>
  target === 'folder' ? folder : `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`

type PlainTarget = Pick<BackupTarget, 'target' | 'folder' | 'bucket' | 'prefix'>

/** Joins a target with the stored secrets that it does not replace. */
export function openPlannedTarget(
  wanted: BackupTarget,
  stored: BackupPlan | undefined,
  { source, secrets }: { readonly source: Source; readonly secrets: SecretBox },
): OpenedTarget {
  const { endpoint, region, accessKeyId } = wanted
  const secretAccessKey =
    wanted.secretAccessKey ?? unseal(secrets, stored?.secretAccessKey ?? undefined)
  const passphrase = wanted.passphrase ?? unseal(secrets, stored?.passphrase ?? undefined)
  return {
    target: nameTarget(wanted),
    settings: {
      dataFolder: source.dataFolder,
      databaseUrl: source.databaseUrl,
      s3: source.s3,
      secondStore: source.secondStore,
      s3Access: {
        region: region === '' ? 'us-east-1' : region,
        ...(endpoint !== '' && { endpoint }),
        ...(wanted.target === 's3' && { accessKeyId, secretAccessKey }),
      },
      backupPassphrase: wanted.isEncrypted ? passphrase : undefined,
    },
  }
}

function unseal(secrets: SecretBox, sealed: string | undefined): string | undefined {
  if (sealed === undefined) return undefined
  try {
    return secrets.open(sealed)
  } catch (error) {
    // Encrypted with another key: a database that was moved without its key or its SECRET_KEY.
    throw new BackupProblem('The stored secret cannot be decrypted.', {
      cause: error,
      fault: 'backup/secret-unreadable',
    })
  }
}

/** The stored target as a request would name it. */
export const toTarget = (
  plan: Omit<BackupTarget, 'secretAccessKey' | 'passphrase'>,
): BackupTarget => ({
  target: plan.target,
  folder: plan.folder,
  endpoint: plan.endpoint,
  region: plan.region,
  bucket: plan.bucket,
  prefix: plan.prefix,
  accessKeyId: plan.accessKeyId,
  isEncrypted: plan.isEncrypted,
})
