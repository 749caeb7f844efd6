/** Order of the tasks in a round: rotated by one each time, so that no task always follows the same pause. */
export function roundOrder(tasks: number, round: number): number[] {
  return Array.from({ length: tasks }, (_, index) => (index + round) % tasks);
}
