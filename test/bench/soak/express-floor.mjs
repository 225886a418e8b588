// A process with an Express server that does nothing else: the floor of response times on this machine.
import process from 'node:process';
import express from 'express';

const app = express();
app.get('/', (_request, response) => void response.json({ status: 'ok' }));
const server = app.listen(0, '127.0.0.1', () => process.send(`http://127.0.0.1:${server.address().port}/`));
