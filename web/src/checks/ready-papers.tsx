import { checkPaperEndpoints } from '@check-requests/domain/checks/papers/endpoints.ts'
import { useOpenFile } from '#platform/downloads.ts'
import { Button } from '#ui/button.tsx'

interface OfAccount {
  /** The account id; 0 for all accounts. */
  account: number
}

/** Opens the documents that the counter needs for ready checks. */
export function ReadyPapers({ account }: OfAccount) {
  return (
    <>
      <PickUpList account={account} />
      <AddressLabels account={account} />
    </>
  )
}

/** Opens the list of checks ready to be picked up. */
export function PickUpList({ account }: OfAccount) {
  const list = useOpenFile(checkPaperEndpoints.pickUpList, {
    name: 'pick-up-list.pdf',
    failed: 'Couldn’t open the pickup list',
  })
  return (
    <Button variant="secondary" pending={list.isPending} onClick={() => list.open(queryOf(account))}>
      Pickup List
    </Button>
  )
}

/** Opens labels for checks ready to be mailed. */
export function AddressLabels({ account }: OfAccount) {
  const labels = useOpenFile(checkPaperEndpoints.addressLabels, {
    name: 'address-labels.pdf',
    failed: 'Couldn’t open the address labels',
  })
  return (
    <Button variant="secondary" pending={labels.isPending} onClick={() => labels.open(queryOf(account))}>
      Address Labels
    </Button>
  )
}

function queryOf(account: number) {
  return { query: account === 0 ? {} : { bank_account_id: account } }
}
