import type { Notice } from '@check-requests/domain/inbox/replies.ts'

/** The notices of one request or one account, newest first. */
export interface NoticeGroup {
  readonly key: string
  readonly notices: readonly [Notice, ...Notice[]]
}

/** Notices by what they are about, in the order of the newest of each. */
export function groupsOf(notices: readonly Notice[]): NoticeGroup[] {
  const groups = new Map<string, [Notice, ...Notice[]]>()
  for (const notice of notices) {
    const key = keyOf(notice)
    const group = groups.get(key)
    if (group) group.push(notice)
    else groups.set(key, [notice])
  }
  return [...groups].map(([key, found]) => ({ key, notices: found }))
}

function keyOf({ id, request, account }: Notice): string {
  if (request) return `request ${request.id}`
  return account ? `account ${account.id}` : id
}
