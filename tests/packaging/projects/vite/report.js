/** Shows how a page went: its title becomes the result, or the code of the error. */
export function report(running) {
  running.then(
    (result) => {
      document.title = JSON.stringify(result);
    },
    (error) => {
      document.title = JSON.stringify({ code: error.code ?? error.message });
    },
  );
}
