"""Looking around: an InteractiveSession, eval, feeding intermediate tensors, nested fetches, gradients."""

import collections

import tensorflow as tf

sess = tf.InteractiveSession()

x = tf.constant([1.0, 2.0, 3.0], name="x")
squared = tf.square(x, name="squared")
total = tf.reduce_sum(squared, name="total")
(slope,) = tf.gradients(total, [x])

print("total:", total.eval())
print("slope:", slope.eval())

# Any tensor may be fed, not only placeholders: the graph is cut there.
print("total of fed squares:", total.eval({squared: [1.0, 1.0, 1.0]}))
print("total with another x:", sess.run("total:0", {"x:0": [0.0, 0.0, 2.0]}))

Result = collections.namedtuple("Result", "value parts")
result = sess.run(Result(total, {"x": x, "twice": [x + x, total * 2]}))
print(type(result).__name__, "of", result.value, "and", result.parts["twice"][0])

for op in tf.get_default_graph().get_operations()[:4]:
    print("%-12s %-10s <- %s" % (op.type, op.name, [t.name for t in op.inputs]))

try:
    sess.run(total, {squared: [[1.0, 2.0]]})
except ValueError as error:
    print("wrong feed:", error)

sess.close()
