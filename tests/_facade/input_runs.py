"""Ways of reading data in running sessions, with bad input; also runs on the recorder's Python 3.7 with TF 1.15.

Each function takes `tf` and a folder for files, and returns JSON.
"""

from queue_runs import attempt, plain


def put_and_take_at_once(tf, folder):
    """One step takes from a queue that is empty, or puts into one that is full; nothing orders the two."""
    x = tf.placeholder(tf.int32, [])
    q = tf.FIFOQueue(1, tf.int32, [[]])
    put, take, size = q.enqueue(x), q.dequeue(), q.size()
    rows, five = q.enqueue_many([tf.range(5) + x]), q.dequeue_many(5)
    v = tf.Variable(7)
    twice = take * 2
    put_variable = q.enqueue(v + 1)
    with tf.control_dependencies([v.assign_add(x)]):
        put_later = q.enqueue(v * 10)
    with tf.control_dependencies([take]):
        seen = tf.identity(v)
    other = tf.PaddingFIFOQueue(1, tf.int32, [[None]])
    chained = [other.dequeue(), other.enqueue([[take, take]])]
    area = tf.contrib.staging.StagingArea([tf.int32], [[]], capacity=1)
    stage, unstage = area.put([x]), area.get()
    sums = tf.ConditionalAccumulator(tf.float32, shape=[])
    applied, average = sums.apply_grad(3.0, local_step=0), sums.take_grad(1)
    found = []
    with tf.Session() as sess:
        sess.run(v.initializer)
        for fetches in ([take, put], [put, take]):
            found.append(plain(sess.run(fetches, {x: 3})))
        sess.run(put, {x: 1})
        found.append(plain(sess.run([put, take], {x: 4})))
        found.append(plain([sess.run([take, put], {x: 5}), sess.run([take, size])[0]]))
        found.append(plain([sess.run([twice, put_variable]) for _ in range(2)]))
        found.append(plain(sess.run([twice, put_later], {x: 1})))
        found.append(plain(sess.run([seen, put_later], {x: 0})))
        found.append(plain([sess.run([rows, five], {x: 1}), sess.run([five, rows], {x: 2})]))
        found.append(plain(sess.run([*chained, put], {x: 6})))
        found.append(plain(sess.run([unstage, stage], {x: 7})))
        sess.run(stage, {x: 8})
        found.append(plain([sess.run([stage, unstage], {x: 9}), sess.run(unstage)]))
        found.append(plain(sess.run([average, applied])))
    return found


def put_and_take_refused(tf, folder):
    """Where what puts fails, what takes does not wait any longer."""
    x = tf.placeholder(tf.int32)
    q = tf.FIFOQueue(1, tf.int32, [[]])
    put, take, size = q.enqueue(x), q.dequeue(), q.size()
    found = []
    with tf.Session() as sess:
        found.append(attempt(lambda: sess.run([take, put], {x: [1, 2]})))
        sess.run(put, {x: 3})
        found.append(attempt(lambda: sess.run([size, take])[1]))
    return found


RUNS = [put_and_take_at_once, put_and_take_refused]
