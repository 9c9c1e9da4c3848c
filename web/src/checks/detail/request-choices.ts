import { takesBack } from '@check-requests/domain/checks/lifecycle.ts'

const words = {
  approved: 'Reissue: the request is Approved again, and the next print run gives it a new check.',
  rejected: 'It is rejected, with the reason.',
}

/** What can become of the request of a check that is voided or stopped. */
export const requestChoices = takesBack.to.map((status) => ({ value: status, label: words[status] }))
