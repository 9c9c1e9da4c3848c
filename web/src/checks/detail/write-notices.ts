import type { WriteNotices } from '#platform/use-write-with-notices.ts'

function told(done: string, failed: string): WriteNotices {
  return { done, failed, refreshes: ['check-requests'] }
}

export const checkNotices = {
  enter: told('Somebody else has to confirm it', 'Check not entered'),
  confirmEntry: told('Check confirmed', 'Check not confirmed'),
  discardEntry: told('Entry discarded', 'Entry not discarded'),
  handOver: told('Check handed over', 'Check not handed over'),
  askException: told('Somebody else has to allow it', 'Exception not asked for'),
  allowException: told('Exception allowed', 'Exception not allowed'),
  refuseException: told('Exception refused', 'Exception not refused'),
  takeBackException: told('Exception taken back', 'Exception not taken back'),
  void: told('Check voided', 'Check not voided'),
  askVoid: told('Somebody else has to agree', 'Check not voided'),
  stop: told('Check stopped', 'Check not stopped'),
  renewStop: told('Stop renewed', 'Stop not renewed'),
  confirmStop: told('Stop confirmed', 'Stop not confirmed'),
}
