import { useLikePayees } from '#payees/api.ts'
import { LikePayees } from '#payees/like-payees.tsx'

/** Warns of employees and other payees that are nearly the same as a payee: fraud hides behind names like these. */
export function PayeeLikeness({ payeeId }: { payeeId: number }) {
  return <LikePayees found={useLikePayees(payeeId)} />
}
