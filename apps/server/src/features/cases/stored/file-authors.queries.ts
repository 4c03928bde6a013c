import type { UserId } from '@talus/contract'
import type { UnscopedDb } from '../../../db/open.ts'
import { formatUserName } from './case-state.queries.ts'

interface FileOrigin {
  readonly imageId?: number | null
  readonly isFromReceiver: boolean
  readonly userId: UserId | null
  readonly requesterId: UserId
}

/**
 * The authors of attached files. Unscoped, because a radiologist belongs to no clinic; the caller
 * may read the files.
 */
export async function findFileAuthors(unscopedDb: UnscopedDb, files: readonly FileOrigin[]) {
  const ids = [...new Set(files.map(({ userId }) => userId).filter((id) => id !== null))]
  const users =
    ids.length === 0
      ? []
      : await unscopedDb
          .selectFrom('user')
          .innerJoin('permissionProfile', 'permissionProfile.id', 'user.permissionProfileId')
          .select(['user.id', 'user.firstName', 'user.lastName', 'user.username'])
          .select('permissionProfile.radiologistCase as isRadiologist')
          .where('user.id', 'in', ids)
          .execute()
  const authors = new Map(users.map((user) => [user.id, user]))
  return ({ imageId = null, isFromReceiver, userId, requesterId }: FileOrigin) => {
    const author = userId === null ? undefined : authors.get(userId)
    return {
      authorName: author ? formatUserName(author) : '',
      // A cropped radiograph, or a file of a radiologist who is not the one who sent the case.
      isFromRadiologist:
        imageId === null &&
        (isFromReceiver || (author?.isRadiologist === true && userId !== requesterId)),
    }
  }
}
