//! Sums and products that are extreme when their parts are equal.

use crate::declare::prelude::*;
use crate::whole::{is_square, until};

declare! { draw r"
family M7 equal_parts
idea Two positive parts with a fixed sum have the greatest product when they are equal, and two with a fixed product the least sum. The
  curve and the line of equal values touch where the parts agree.
objects rectangles; sum and product; inscribed shapes
constraints a fixed sum; a fixed product; a corner on a line or a circle
asked the greatest area or product, or the least sum
paths making the sides equal where the parts should be; maximising each side for itself; the place of the optimum instead of its value;
  leaving out a factor that the parts carry
easy The sum or the product of the two quantities themselves is fixed.
medium The quantities enter with different factors, so it is the parts that have to be equal.
hard The fixed sum is hidden in a triangle, a circle or a sum of squares.

# A rectangle fenced with p stretches along it and q across.
part fence
given l m
extreme greatest of x*y over x from 0 to l, y from 0 to l with [p]*x + [q]*y = l
key l^2/[4*p*q] in m^2
step algebra | With sides $x$ and $y$ the fence is $[sum p x; q y] = [l#]$.
step quadratics inequalities | The two parts have a fixed sum, so their product, and with it the area, is greatest when each is $[l/2: #
  m]$.
step arithmetic | Then $x = [l/(2*p): # m]$ and $y = [l/(2*q): # m]$, and the area is [key].
insight Half of the fence goes to each direction, however many stretches it has.

question all_round + fence
stem A farmer has [l] of [what] to enclose a rectangular [pen]. // What is the greatest area it can have?
stem A rectangular [pen] has a perimeter of [l]. // What is its greatest possible area?
stem A rope of length [l] is laid out on level ground in the form of a rectangle. // What is the greatest area it can enclose?
stem The whole [l] of a roll of wire netting is used to surround a rectangular [pen]. // How large can the area of the [pen] be?
wrong (l/2)^2 | squares half of the fence
wrong l^2/8 | halves the square of the half
wrong l^2/18 | makes one side twice as long as the other
wrong (l/3)^2 | takes a third of the fence for each side
wrong l^2/25 | makes one side four times as long as the other
wrong 3*l^2/64 | makes one side three times as long as the other
wrong (l/8)^2 | halves each side of the square once more

question divided + fence
text?q=3 inner two parts by a fence
text?q=4 inner three parts by two fences
text?q=5 inner four parts by three fences
stem?kind=0 A rectangular [pen] is built against a long straight wall, so that only three sides need [what]. There is [l] of it. // What is
  the greatest area of the [pen]?
stem?kind=0 With [l] of [what], three sides of a rectangular [pen] are closed off; the fourth side is a river bank. // What is the greatest
  area that can be enclosed?
stem?kind=0 One side of a rectangular [pen] is the wall of a barn. The other three sides together measure [l]. // What is the greatest
  possible area of the [pen]?
stem?kind=1 A rectangular [pen] against a long wall is divided into [inner] at right angles to the wall. The wall itself needs no fence, and
  [l] of [what] is used in all. // What is the greatest total area?
stem?kind=1 Using a straight river bank as one side, a rectangle is fenced off and divided into [inner] at right angles to the bank. In all,
  [l] of [what] is available. // What is the greatest total area?
stem?kind=2 A rectangular [pen] is divided into [inner] parallel to one pair of sides. For all the fences together, including the sides,
  there is [l] of [what]. // What is the greatest total area of the [pen]?
stem?kind=2 With [l] of [what] a rectangle is fenced in and divided into [inner] parallel to one of its sides. // What is the greatest area
  the whole rectangle can have?
wrong (l/[p + q])^2 | makes all stretches of fence equally long
wrong l^2/[2*p*q] | halves the fence for one direction only
wrong (l/4)^2 | takes each side as a quarter of the fence, whatever is fenced
wrong (l/3)^2 | takes a third of the fence for each side
wrong l^2/[8*p*q] | halves the fence twice for one direction
wrong l^2/[4*(p + 1)*q] | counts one stretch of fence too many
wrong (l/2)^2 | squares half of the fence
wrong l^2/8 | counts three stretches instead of those there are

# Least ax + by for positive x and y with a fixed product. One variable shows the product of the two terms in place of that.
question fixed_product
given a, b, n, k
let root = sqrt(a*b*n)
text f [sum a x; b y]
text quotient [sum a x] + \frac{[k]}{x}
stem The positive numbers $x$ and $y$ satisfy $xy = [n]$. // What is the least possible value of $[f]$?
stem What is the least value of // $[quotient]$ // for $x > 0$?
stem The point $(x, y)$ lies on the curve $xy = [n]$ with $x > 0$. // What is the smallest value that $[f]$ can have?
stem The line $[f] = k$, where $k > 0$, meets the curve $xy = [n]$. // What is the least possible value of $k$?
stem For all positive $x$, $[quotient] \ge m$. // What is the largest possible value of the constant $m$?
extreme?shown least of a*x + k/x over x from 1/10 to 200
extreme?!shown least of a*x + b*y over x from 1/10 to 200, y from 0 to 10*n with x*y = n
key 2*root
wrong root | gives one of the two equal parts
wrong 4*root | doubles the sum of the equal parts again
wrong?shown a + b*n | takes the value at one
wrong?!shown a + b*n | sets the first variable to one
wrong?shown a*n + b | makes the second term as small as its coefficient
wrong?!shown a*n + b | sets the second variable to one
wrong 2*a*b*n | forgets the root
wrong a*b*n/2 | takes half of the product for the sum
wrong?kind=0 2 + n/2 | takes the value at two
wrong?kind=1 2 + n/2 | takes two and half of the product
wrong?one 2*sqrt(b*n) | leaves the coefficient out
wrong?neither (a + b)*sqrt(n) | makes the variables equal, not the parts
wrong?neither 2*sqrt(n) | leaves the coefficients out
wrong?second 2*sqrt(b*n) | leaves the first coefficient out
wrong?first 2*sqrt(a*n) | leaves the second coefficient out
step?shown algebra | The two terms have the fixed product [a*b*n].
step?kind=1 algebra | The product of $x$ and $y$ is fixed at [n].
step?kind=3 algebra | The two terms [sum a x] and [sum b y] have the fixed product $[a*b] \times [n] = [a*b*n]$.
step inequalities arithmetic | Their sum is least when they are equal, each [root]: the least value is [key].
insight Two positive terms with a fixed product have the least sum when they are equal.

question in_triangle
given a [unit], b [unit]
stem?!unit A rectangle has two sides along the positive coordinate axes and one corner on the line through $([a], 0)$ and $(0, [b])$. //
  What is its greatest possible area?
stem?!unit The point $P$ lies on the line segment from $([a], 0)$ to $(0, [b])$. Perpendiculars from $P$ to both axes form a rectangle with
  them. // What is the greatest area of this rectangle?
stem?!unit Two sides of a rectangle lie along the axes. The corner opposite the origin moves along the line segment from $([a], 0)$ to $(0,
  [b])$. // How large can the area of the rectangle become?
stem?unit A right-angled triangle has shorter sides of [a] and [b]. A rectangle is cut from it with one corner at the right angle and the
  opposite corner on the hypotenuse. // What is the greatest area of the rectangle?
stem?unit A triangular [thing] has a right angle between sides of [a] and [b]. The largest possible rectangle with sides along these two is
  marked out inside it. // What is the area of the rectangle?
stem?unit A triangle has a base of [a] and a height of [b]. A rectangle lies inside it with one side on the base and two corners on the
  other two sides. // What is the greatest area the rectangle can have?
extreme greatest of x*y over x from 0 to a, y from 0 to b with x/a + y/b = 1
key?!unit a*b/4
key?unit a*b/4 in [unit]^2
wrong a*b/2 | takes the whole triangle
wrong a*b | takes both sides whole
wrong a*b/9 | takes a third of each side
wrong 2*a*b/9 | takes a third of one side and the rest of the other
wrong (a*b/(a + b))^2 | makes the rectangle a square
wrong a*b/8 | halves once too often
wrong a*b/3 | takes a third of the product of the sides
wrong 3*a*b/16 | takes a quarter of one side and the rest of the other
step geometry ratio | Measured in parts of the two given lengths, the sides of the rectangle add up to one, because the corner lies on the
  slanting side.
step quadratics arithmetic | Two parts with a fixed sum have the greatest product when each is a half: $\frac{[a#]}{2} \times \frac{[b#]}{2}
  = [key]$.
insight On the slanting side the two shares add up to one, so the largest rectangle takes half of each.

question in_circle
given r cm
stem?half A rectangle has one side on the diameter of a semicircle of radius [r] and two corners on the arc. // What is its greatest
  possible area?
stem?half A window in the form of a semicircle of radius [r] has its straight side at the bottom. A rectangular pane is fitted into it, with
  one side along the bottom. // What is the greatest area of the pane?
stem?half From a semicircular plate of radius [r] a rectangle with one side along the straight edge is cut. // How large can its area be?
stem?!half A rectangle has all four corners on a circle of radius [r]. // What is its greatest possible area?
stem?!half A beam of rectangular cross-section is cut from a round trunk of radius [r]. // What is the greatest area the cross-section can
  have?
stem?!half The largest possible rectangle is cut from a circular sheet of radius [r]. // What is its area?
extreme greatest of [half? 2 | 4]*x*y over x from 0 to r, y from 0 to r with x^2 + y^2 = r^2
key [half? r^2 | 2*r^2] in cm^2
wrong?half 4*r^2/5 | makes height and whole width equal
wrong?half 2*r^2 | takes both sides as long as they can be
wrong?half r^2/2 | forgets that the rectangle reaches to both sides of the centre
wrong?half 3*r^2/2 | takes three quarters of the radius for the height and all of the width
wrong?half 4*r^2 | takes the square on the diameter
wrong?!half 4*r^2 | takes both sides as long as they can be
wrong?!half r^2 | takes the square on the radius
wrong?!half r^2/2 | takes a quarter of the rectangle only
wrong?!half 8*r^2/5 | makes one side twice the other
wrong?!half 3*r^2 | takes the square on the diameter less that on the radius
step geometry | A corner at $(x, y)$, measured from the centre, satisfies $x^2 + y^2 = [r^2: # cm^2]$.
step inequalities | The squares have a fixed sum, so their product is greatest when $x^2 = y^2$, and then $xy = [r^2/2: # cm^2]$.
step arithmetic | The area is $[half? 2 | 4]xy = [key]$.
insight The squares of the two half-sides have a fixed sum, so the product is greatest when they are equal.

question squares
given p, q, n
text curve [sum p x^2; q y^2] = [n]
stem The real numbers $x$ and $y$ satisfy $[curve]$. // What is the greatest possible value of $xy$?
stem The point $(x, y)$ moves along the closed curve $[curve]$. // What is the greatest value of $xy$ on the curve?
stem What is the largest value of the constant $k$ for which the curves $xy = k$ and $[curve]$ have a point in common?
stem A rectangle has sides $x$ and $y$, where $[curve]$. // What is the greatest area it can have?
extreme greatest of x*y over x from 0 to sqrt(n/p), y from 0 to sqrt(n/q) with p*x^2 + q*y^2 = n
key n/(2*sqrt(p*q))
wrong n/sqrt(p*q) | maximises each variable for itself
wrong n/(p + q) | makes the variables equal, not the parts
wrong n/2 | leaves the coefficients out
wrong n/(2*p*q) | leaves the root off the coefficients
wrong n/(4*sqrt(p*q)) | halves once more
wrong n | takes the greatest value of one part
wrong n*sqrt(p*q)/2 | multiplies by the root of the coefficients
step algebra | The parts [sum p x^2] and [sum q y^2] have the fixed sum [n].
step inequalities | Their product $[p*q]x^2y^2$ is greatest when each is [n/2], so $[sqrt(p*q)]xy = [n/2]$.
step arithmetic | The greatest value of $xy$ is [key].
insight The two squared parts have a fixed sum, so their product is greatest when they are equal.
"}

fn draw(dice: &mut Dice, difficulty: Difficulty) -> Drawn {
    match (difficulty, dice.below(6)) {
        (Easy, 0..=2) => fence(dice, 2, 2),
        (Easy, _) => fixed_product(dice, false),
        (Medium, 0..=2) => {
            let (along, across) = *dice.pick(&[(1, 2), (1, 2), (2, 3), (2, 4), (1, 3), (1, 4), (2, 5)]);
            fence(dice, along, across)
        }
        (Medium, _) => fixed_product(dice, true),
        (Hard, 0 | 1) => {
            let (a, b) = (2 * dice.range(2, 15), dice.range(3, 24));
            let unit = *dice.pick(&["cm", "m", ""]);
            drawn!("in_triangle", a, b, unit, thing = if unit == "m" { "garden" } else { "tile" })
        }
        (Hard, 2) => drawn!("in_circle", r = dice.range(6, 45), half = dice.below(2) == 0),
        (Hard, _) => {
            #[rustfmt::skip]
            let (a, b) = *dice.pick(&[
                (1, 2), (2, 1), (1, 3), (3, 1), (2, 3), (3, 2), (1, 4), (4, 1), (1, 5), (3, 4), (2, 5), (5, 2), (4, 3),
            ]);
            let n = 2 * a * b * dice.range(1, 12) / *dice.pick(&[1, 1, 2]);
            drawn!("squares", p = a * a, q = b * b, n)
        }
    }
}

fn fence(dice: &mut Dice, along: i64, across: i64) -> Drawn {
    let half = 2 * along * across;
    let step = if half % 4 == 0 { half / 2 } else { half };
    let l = step * dice.range((24 / step).max(2), (160 / step).max(6));
    let what = *dice.pick(&["fencing", "wire netting", "hurdles"]);
    let pen = *dice.pick(&["pen", "vegetable plot", "paddock", "enclosure"]);
    let (question, kind) = match (along, across) {
        (2, 2) => ("all_round", 0),
        (1, 2) => ("divided", 0),
        (1, _) => ("divided", 1),
        _ => ("divided", 2),
    };
    drawn!(question, p = along, q = across, l, what, pen, kind)
}

fn fixed_product(dice: &mut Dice, weighted: bool) -> Drawn {
    let (a, b, n) = until(|| {
        let (a, b) = if weighted { (dice.range(1, 9), dice.range(1, 9)) } else { (1, 1) };
        let n = if weighted { dice.range(2, 60) } else { dice.range(2, 20).pow(2) };
        (is_square(a * b * n) && a * b * n < 4000 && (!weighted || a != b)).then_some((a, b, n))
    });
    let stem = dice.below(5);
    let (shown, kind) = (stem == 1 || stem == 4, 2 * i64::from(weighted) + i64::from(stem != 1 && stem != 4));
    let drawn = drawn!("fixed_product", a, b, n, k = b * n, stem, shown, kind);
    // Which of these leave whole roots.
    let drawn = drawn.with("one", kind == 2 && is_square(b * n)).with("neither", kind == 3 && is_square(n));
    drawn.with("second", kind == 3 && is_square(b * n)).with("first", kind == 3 && is_square(a * n))
}
