// Python in a worker: it reads the library from the files of this site, and answers each message of the page.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const here = (name) => new URL(name, import.meta.url).href;
const [python, library] = await Promise.all([
  loadPyodide({ indexURL: here("./pyodide/") }),
  fetch(here("./library.zip")).then((found) => found.arrayBuffer()),
]);
python.unpackArchive(library, "zip", { extractDir: python.runPython("import sysconfig; sysconfig.get_path('purelib')") });
const table = python.runPython("from hockey_cards.web.local import LocalTable; LocalTable()");

const given = new URLSearchParams(self.location.search).get("pause"); // milliseconds, for the impatient
let pause = null;

// Bots move after a pause each, so that people can follow.
function goOn() {
  clearTimeout(pause);
  const wait = table.pause;
  if (wait === undefined || wait === null) return;
  pause = setTimeout(() => {
    postMessage(table.step());
    goOn();
  }, given === null ? wait : Number(given));
}

onmessage = ({ data }) => {
  postMessage(table.receive(data));
  goOn();
};
postMessage("ready");
