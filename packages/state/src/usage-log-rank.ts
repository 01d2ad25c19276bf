/**
 * Which of two events of one request counts: the real one before one that was only assumed (`abandoned`), and of two alike the one
 * that was appended later. The highest wins whatever the order of arrival, so repeated and late deliveries change nothing.
 *
 * @param streamId where the event stands in the usage stream: `<ms>-<sequence>`.
 * @returns a text of fixed length; ranks compare as texts.
 */
export function eventRank(streamId: string, assumed: boolean): string {
  const [ms = '', sequence = ''] = streamId.split('-');
  return `${assumed ? 0 : 1}:${ms.padStart(16, '0')}-${sequence.padStart(20, '0')}`;
}
