// node scripts/run.mjs NAME [arguments]: the one way into the scripts. It looks at Node's version first, in syntax that
// old versions can read, so that they too get a clear message.
const name = process.argv[2];
const major = Number(process.versions.node.split('.')[0]);

if (major < 20) {
  console.error(`Seq2Seq Lab needs Node.js 20 or newer; this is ${process.versions.node} (${process.execPath}).`);
  console.error('Get a newer one from https://nodejs.org/ or with a version manager, then run the same command again.');
  process.exit(1);
}

import(`./${name}.mjs`)
  .then((script) => script.main(process.argv.slice(3)))
  .catch((error) => {
    // What the scripts foresaw is told in one message; anything else is a mistake of ours and shows where.
    console.error(error.foreseen ? `\n${error.message}` : error);
    process.exit(1);
  });
